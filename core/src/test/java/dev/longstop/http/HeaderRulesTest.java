package dev.longstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeaderRulesTest {

    @Test
    void valuesKeepWhatAHeaderCarriesAndNothingElse() {
        assertThat(HeaderRules.safe("plain, value; q=\"1\"\t~")).isEqualTo("plain, value; q=\"1\"\t~");
        assertThat(HeaderRules.safe(" \r\nSet-Cookie: a=b\r\n ")).isEqualTo("??Set-Cookie: a=b??");
        assertThat(HeaderRules.safe("\0\u007f\u0080é")).isEqualTo("????");
        assertThat(HeaderRules.safe("\uD83D\uDE00"))
                .as("one character, one mark")
                .isEqualTo("?");
        assertThat(HeaderRules.safe("\uD83D")).isEqualTo("?");
        assertThat(HeaderRules.safe("")).isEmpty();
        assertThat(HeaderRules.safe("x".repeat(10_000))).hasSize(HeaderRules.VALUE_CHARS_MAX);
    }

    @Test
    void namesAreTokensThatTheClientDoesNotOwn() {
        assertThat(HeaderRules.allows("X-GitHub-Event")).isTrue();
        assertThat(HeaderRules.allows("authorization")).isTrue();
        assertThat(HeaderRules.allows("ce-id")).isTrue();
        assertThat(HeaderRules.allows("Content-Length")).isFalse();
        assertThat(HeaderRules.allows("HOST")).isFalse();
        assertThat(HeaderRules.allows("a b")).isFalse();
        assertThat(HeaderRules.allows("")).isFalse();
        assertThat(HeaderRules.allows("\u017Fost")).isFalse();
    }
}
