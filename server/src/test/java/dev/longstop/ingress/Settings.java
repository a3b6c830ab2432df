package dev.longstop.ingress;

/** Settings of the server with some of them changed, for tests. */
final class Settings {

    private IngressSettings settings;

    private Settings(IngressSettings settings) {
        this.settings = settings;
    }

    static Settings of(IngressSettings settings) {
        return new Settings(settings);
    }

    IngressSettings done() {
        return settings;
    }

    Settings rejectionsKept(int kept) {
        return with(settings.connectionsMax(), settings.inFlightBytesMax(), deadlines(), kept);
    }

    Settings connectionsMax(int max) {
        return with(max, settings.inFlightBytesMax(), deadlines(), settings.rejectionsKept());
    }

    Settings inFlightBytesMax(long max) {
        return with(settings.connectionsMax(), max, deadlines(), settings.rejectionsKept());
    }

    Settings headMs(long ms) {
        var deadlines = deadlines();
        return deadlines(
                new Deadlines(ms, deadlines.keepAliveMs, deadlines.bodyMs, deadlines.answerMs, deadlines.drainMs));
    }

    Settings keepAliveMs(long ms) {
        var deadlines = deadlines();
        return deadlines(new Deadlines(deadlines.headMs, ms, deadlines.bodyMs, deadlines.answerMs, deadlines.drainMs));
    }

    Settings bodyMs(long ms) {
        var deadlines = deadlines();
        return deadlines(
                new Deadlines(deadlines.headMs, deadlines.keepAliveMs, ms, deadlines.answerMs, deadlines.drainMs));
    }

    Settings answerMs(long ms) {
        var deadlines = deadlines();
        return deadlines(
                new Deadlines(deadlines.headMs, deadlines.keepAliveMs, deadlines.bodyMs, ms, deadlines.drainMs));
    }

    Settings drainMs(long ms) {
        var deadlines = deadlines();
        return deadlines(
                new Deadlines(deadlines.headMs, deadlines.keepAliveMs, deadlines.bodyMs, deadlines.answerMs, ms));
    }

    private Settings deadlines(Deadlines deadlines) {
        return with(settings.connectionsMax(), settings.inFlightBytesMax(), deadlines, settings.rejectionsKept());
    }

    private record Deadlines(long headMs, long keepAliveMs, long bodyMs, long answerMs, long drainMs) {}

    private Deadlines deadlines() {
        return new Deadlines(
                settings.headMs(), settings.keepAliveMs(), settings.bodyMs(), settings.answerMs(), settings.drainMs());
    }

    private Settings with(int connectionsMax, long inFlightBytesMax, Deadlines deadlines, int rejectionsKept) {
        settings = new IngressSettings(
                settings.host(),
                settings.port(),
                settings.loops(),
                connectionsMax,
                settings.headerBytesMax(),
                inFlightBytesMax,
                settings.offloadBytes(),
                deadlines.headMs,
                deadlines.keepAliveMs,
                deadlines.bodyMs,
                deadlines.answerMs,
                settings.leftoverBytesMax(),
                500,
                deadlines.drainMs,
                rejectionsKept);
        return this;
    }
}
