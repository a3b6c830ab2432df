package dev.longstop.config;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Whether the agents that are jobs of a platform can be launched with what the configuration gives. */
final class LaunchCheck {

    private LaunchCheck() {}

    /** Reports what is missing, at each agent. */
    static void check(Map<String, Field> agents, Configuration configuration) {
        agents.forEach((name, field) -> {
            var agent = configuration.agents().get(name);
            if (agent != null && agent.kind() instanceof AgentSettings.Platform kind) {
                Optional.ofNullable(configuration.platforms().get(kind.platform()))
                        .ifPresent(platform -> check(field, kind, platform, configuration));
            }
        });
    }

    private static void check(
            Field agent, AgentSettings.Platform kind, PlatformSettings settings, Configuration configuration) {
        var platform = settings.platform();
        if (!platform.launches()) {
            agent.wrong("jobs of " + platform.id() + " cannot be launched, only watched: start them elsewhere");
        }
        var given = configuration.given(settings).and(kind.with()).and(Map.of("input", ""));
        var lacks = new TreeSet<>(platform.launchLacks(given));
        if (lacks.remove(Configuration.CALLBACK_URL)) {
            agent.wrong("a launch on " + platform.id()
                    + " says where to call back: give `public.url`, and a source that feeds the platform");
        }
        if (!lacks.isEmpty()) {
            agent.wrong("a launch on " + platform.id() + " needs under `with`: " + String.join(", ", lacks));
        }
    }
}
