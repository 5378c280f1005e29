package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {

    @Test
    void textsAndAttributesAreEscaped() {
        Markup markup = new Markup();
        markup.open("p", "title", "\"><b a='1'&", "hidden", null)
                .text("<b>&amp;</b>\u0000\uD800")
                .close();
        assertThat(markup.toString())
                .isEqualTo("<p title=\"&quot;&gt;&lt;b a='1'&amp;\">&lt;b&gt;&amp;amp;&lt;/b&gt;\uFFFD\uFFFD</p>");
    }

    @Test
    void pairsOfSurrogatesAndLineEndsStay() {
        assertThat(new Markup().element("td", "słowo 😀\n\tx").toString()).isEqualTo("<td>słowo 😀\n\tx</td>");
    }

    @Test
    void elementsCloseInTheirOrder() {
        Markup markup = new Markup();
        markup.open("ul").open("li").open("br").text("a").close().close();
        assertThat(markup.toString()).isEqualTo("<ul><li><br>a</li></ul>");
    }
}
