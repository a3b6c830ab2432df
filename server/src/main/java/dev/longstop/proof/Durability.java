package dev.longstop.proof;

import dev.longstop.store.PostgresSetting;
import java.util.List;

/** What a PostgreSQL server's settings mean for a commit that it said had happened, and what to do about it: pure. */
public final class Durability {

    private Durability() {}

    /**
     * What is wrong with them, a sentence each, with what to do.
     *
     * @param user the role that they were seen by
     * @param database its database
     */
    public static List<String> wrong(List<PostgresSetting> settings, String user, String database) {
        return settings.stream()
                .filter(PostgresSetting::isUnsafe)
                .map(setting -> setting.name() + " is " + setting.value() + ", " + where(setting, user, database) + ": "
                        + meaning(setting) + "; " + remedy(setting, user, database))
                .toList();
    }

    private static String where(PostgresSetting setting, String user, String database) {
        return switch (setting.source()) {
            case "user" -> "set for the role " + user;
            case "database" -> "set for the database " + database;
            case "database user" -> "set for the role " + user + " in the database " + database;
            case "global" -> "set for every role";
            case "client" -> "set by the options of store.url";
            case "command line" -> "set on the server's command line";
            default -> "set for the whole server (" + setting.source() + ")";
        };
    }

    private static String meaning(PostgresSetting setting) {
        return switch (setting.name()) {
            case "fsync" -> "nothing that is committed need survive a crash of the machine";
            case "full_page_writes" ->
                "a crash of the machine while a page is written may leave it half old and half new, with what was"
                        + " committed in it";
            default -> "a commit is answered before it is on the disk, and a crash of the server loses it";
        };
    }

    private static String remedy(PostgresSetting setting, String user, String database) {
        var reset = " reset " + setting.name();
        return switch (setting.source()) {
            case "user" -> "alter role " + user + reset;
            case "database" -> "alter database " + database + reset;
            case "database user" -> "alter role " + user + " in database " + database + reset;
            case "global" -> "alter role all" + reset;
            case "client" -> "take it out of store.url";
            case "command line" -> "start the server without it";
            default -> "alter system set " + setting.name() + " = on, then select pg_reload_conf()";
        };
    }
}
