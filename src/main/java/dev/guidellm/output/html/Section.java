package dev.guidellm.output.html;

/// A part of the page with a heading and a place in the navigation.
interface Section {
    /// The anchor, which links from outside rely on.
    String id();

    /// The heading.
    String title();

    /// Whether there is anything to show.
    default boolean isShown(Page page) {
        return true;
    }

    /// Writes what stands below the heading.
    void write(Page page, Markup out);
}
