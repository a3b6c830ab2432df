package dev.longstop.verification.suite;

import dev.longstop.http.HttpCaller;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.time.SystemTime;

class JdkHttpCallerTest extends HttpCallerContract {

    @Override
    protected HttpCaller newCaller() {
        return new JdkHttpCaller(new SystemTime());
    }
}
