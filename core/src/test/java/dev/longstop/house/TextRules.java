package dev.longstop.house;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What documents say: only what is there, in the form that is agreed. */
final class TextRules {

    /** Words that speak of someone's machine or of how a change was made, in halves so that this file may hold them. */
    private static final List<String> FOREIGN = List.of(
            "../" + "shared", "/wo" + "rk/", "DEVELOPERS" + ".md", "/tmp/" + "wt", "/ro" + "ot/", "/Us" + "ers/");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern PROOF =
            Pattern.compile("`(\\w+(?:Test|Property|Simulation|Contract))(?:[.#](\\w+))?`");
    private static final Pattern VERSION =
            Pattern.compile("\\[(Unreleased|\\d+\\.\\d+\\.\\d+)](?: - \\d{4}-\\d{2}-\\d{2})?");
    private static final List<String> SECTIONS =
            List.of("Breaking", "Migrations", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security");
    private static final int REASON_CHARS_MIN = 60;

    private TextRules() {}

    static List<Finding> foreignWords(Map<String, String> texts) {
        return texts.entrySet().stream()
                .flatMap(entry -> FOREIGN.stream()
                        .filter(entry.getValue()::contains)
                        .map(word -> new Finding(
                                entry.getKey(),
                                lineOf(entry.getValue(), entry.getValue().indexOf(word)),
                                "mentions " + word + ", which nobody else has; say what is meant without it")))
                .toList();
    }

    /** Relative links of Markdown files that lead nowhere, their anchors included. */
    static List<Finding> deadLinks(Map<String, String> texts) {
        var findings = new ArrayList<Finding>();
        texts.forEach((path, text) -> {
            if (path.endsWith(".md")) {
                var link = LINK.matcher(FENCED.matcher(text).replaceAll(block -> "\n".repeat(newLines(block.group()))));
                while (link.find()) {
                    deadLink(path, link.group(1), texts)
                            .map(what -> new Finding(path, lineOf(text, link.start()), what))
                            .ifPresent(findings::add);
                }
            }
        });
        return findings;
    }

    private static Optional<String> deadLink(String path, String link, Map<String, String> texts) {
        if (link.matches("[a-z]+:.*")) {
            return Optional.empty();
        }
        var halves = link.split("#", 2);
        var target = halves[0].isEmpty()
                ? path
                : Path.of("/" + path)
                        .resolveSibling(halves[0])
                        .normalize()
                        .toString()
                        .substring(1);
        boolean folder = texts.keySet().stream().anyMatch(it -> it.startsWith(target + "/"));
        if (!texts.containsKey(target) && !folder) {
            return Optional.of("the link to " + link + " leads nowhere; correct it");
        }
        return halves.length == 2 && !anchors(texts.getOrDefault(target, "")).contains(halves[1])
                ? Optional.of("there is no heading for the link to " + link + "; correct it")
                : Optional.empty();
    }

    private static Set<String> anchors(String text) {
        return HEADING.matcher(FENCED.matcher(text).replaceAll(""))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .strip()
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** Tests that documents name as a proof and that do not exist. */
    static List<Finding> missingProofs(Map<String, String> texts) {
        var sources = texts.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".java"))
                .collect(Collectors.toMap(
                        entry -> entry.getKey().replaceAll(".*/|\\.java$", ""),
                        Map.Entry::getValue,
                        (one, other) -> one + other));
        var findings = new ArrayList<Finding>();
        texts.forEach((path, text) -> {
            if (path.endsWith(".md")) {
                PROOF.matcher(text)
                        .results()
                        .filter(proof -> !exists(sources.getOrDefault(proof.group(1), ""), proof.group(2)))
                        .map(proof -> new Finding(
                                path,
                                lineOf(text, proof.start()),
                                "names the test " + proof.group() + ", which does not exist; correct the name"))
                        .forEach(findings::add);
            }
        });
        return findings;
    }

    private static boolean exists(String source, @Nullable String method) {
        return !source.isEmpty() && (method == null || source.contains(" " + method + "("));
    }

    /** What a changelog must look like: Keep a Changelog, with what breaks and what migrates first. */
    static List<Finding> changelog(String text) {
        var findings = new ArrayList<Finding>();
        if (!text.startsWith("# Changelog\n")) {
            findings.add(new Finding("CHANGELOG.md", 1, "a changelog begins with # Changelog"));
        }
        boolean unreleased = false;
        int last = -1;
        var lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            if (line.startsWith("## ")) {
                unreleased |= line.equals("## [Unreleased]");
                last = -1;
                if (!VERSION.matcher(line.substring(3)).matches()) {
                    findings.add(
                            new Finding("CHANGELOG.md", i + 1L, "write ## [Unreleased] or ## [1.2.3] - 2026-01-31"));
                }
            } else if (line.startsWith("### ")) {
                int at = SECTIONS.indexOf(line.substring(4));
                if (at < 0 || at <= last) {
                    findings.add(new Finding(
                            "CHANGELOG.md",
                            i + 1L,
                            "sections are, in this order and once each: " + String.join(", ", SECTIONS)));
                }
                last = at;
            }
        }
        if (!unreleased) {
            findings.add(new Finding("CHANGELOG.md", 1, "there is no ## [Unreleased]; changes need a place"));
        }
        return findings;
    }

    /** Artifacts that a build file names and for which no line gives a reason. */
    static List<Finding> unreasoned(Collection<String> artifacts, String rationale) {
        return new TreeSet<>(artifacts)
                .stream()
                        .filter(artifact -> rationale
                                .lines()
                                .noneMatch(line ->
                                        line.contains("`" + artifact + "`") && line.length() >= REASON_CHARS_MIN))
                        .map(artifact -> new Finding(
                                "RATIONALE.md",
                                1,
                                "no line about `" + artifact
                                        + "`; say why it is here and what it would take to drop it"))
                        .toList();
    }

    /**
     * Codes without a page, pages without a code, pages that do not say what they must, pages that the index forgets.
     */
    static List<Finding> errorPages(Collection<String> codes, Map<String, String> texts) {
        var folder = "docs/errors/";
        var findings = new ArrayList<Finding>();
        var index = texts.getOrDefault(folder + "README.md", "");
        for (var code : codes) {
            var path = folder + code + ".md";
            var page = texts.get(path);
            if (page == null) {
                findings.add(new Finding(path, 1, "the error code has no page; say what it means, why, what to do"));
                continue;
            }
            if (!page.startsWith("# " + code + "\n")) {
                findings.add(new Finding(path, 1, "the page begins with its code: # " + code));
            }
            for (var part : List.of("what it means", "why it happens", "what to do")) {
                if (!page.toLowerCase(Locale.ROOT).contains("## " + part)) {
                    findings.add(new Finding(path, 1, "the page has no heading \"" + part + "\""));
                }
            }
            if (!index.contains("(" + code + ".md)")) {
                findings.add(new Finding(folder + "README.md", 1, "the index has no link to " + code + ".md"));
            }
        }
        texts.keySet().stream()
                .filter(path -> path.matches(folder + "[A-Z_]+\\.md") && !path.endsWith("README.md"))
                .filter(path -> !codes.contains(path.replaceAll(".*/|\\.md$", "")))
                .map(path -> new Finding(path, 1, "no ErrorCode has this name; delete the page or add the code"))
                .forEach(findings::add);
        return findings;
    }

    private static long lineOf(String text, int at) {
        return 1L + newLines(text.substring(0, at));
    }

    private static int newLines(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }
}
