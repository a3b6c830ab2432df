package dev.longstop.cli;

import java.util.ArrayList;
import java.util.List;

/** Aligns rows of text: columns as wide as their widest cell, two spaces between, nothing cut off the last. */
final class Columns {

    private static final int CELL_MAX = 80;

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; cells that are longer than 80 characters are cut, except the last. */
    Columns row(String... cells) {
        var row = new ArrayList<String>();
        for (int column = 0; column < cells.length; column++) {
            var safe = Screen.safe(cells[column]);
            row.add(column < cells.length - 1 ? cut(safe) : safe);
        }
        rows.add(row);
        return this;
    }

    private static String cut(String safe) {
        return safe.codePointCount(0, safe.length()) <= CELL_MAX
                ? safe
                : safe.substring(0, safe.offsetByCodePoints(0, CELL_MAX - 3)) + "...";
    }

    /** The rows as lines. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column));
                if (column < row.size() - 1) {
                    line.append(" ".repeat(width(column) - width(row.get(column)) + 2));
                }
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .mapToInt(row -> width(row.get(column)))
                .max()
                .orElse(0);
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
