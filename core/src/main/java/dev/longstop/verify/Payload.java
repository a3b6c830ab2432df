package dev.longstop.verify;

import java.util.Optional;

/** The JSON that a delivery carries: its body, or what stands in a field of its form. */
public final class Payload {

    private static final String FORM = "application/x-www-form-urlencoded";

    private Payload() {}

    /**
     * The bytes that are meant to be JSON.
     *
     * @param contentType the media type as sent, or empty
     * @param formJsonField the form's field that holds the JSON, where the sender may send forms
     * @return empty if the body is a form that does not have the field, once
     */
    public static Optional<byte[]> json(byte[] body, String contentType, Optional<String> formJsonField) {
        return isForm(contentType) ? formJsonField.flatMap(field -> Form.field(body, field)) : Optional.of(body);
    }

    private static boolean isForm(String type) {
        return type.regionMatches(true, 0, FORM, 0, FORM.length())
                && (type.length() == FORM.length() || ";, \t".indexOf(type.charAt(FORM.length())) >= 0);
    }
}
