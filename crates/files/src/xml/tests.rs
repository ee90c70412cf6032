#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// The root, or why the document is rejected. The result must not depend on the sizes of the chunks.
fn check(document: &[u8]) -> Result<String, Refusal> {
    let results = [1, 7, document.len().max(1)].map(|size| {
        let mut check = XmlCheck::default();
        document.chunks(size).for_each(|chunk| check.update(chunk));
        let refusal = check.refusal.unwrap_or(Refusal::NotXml);
        assert_eq!(check.is_active(), check.refusal == Some(Refusal::Active));
        check.root().map(str::to_owned).ok_or(refusal)
    });
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{}", String::from_utf8_lossy(document));
    results[0].clone()
}

#[test]
fn harmless_documents_have_a_root() {
    for (document, root) in [
        ("<kml/>", "kml"),
        (
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"></kml>\n",
            "kml",
        ),
        ("<?xml version='1.0' encoding='ISO-8859-15' standalone='yes'?><gpx></gpx>", "gpx"),
        ("\u{feff}<?xml version='1.0'?><gpx/>", "gpx"),
        (" \r\n\t<gpx/> \n", "gpx"),
        ("<!-- <svg/> --><gpx/><!-- <html> -->", "gpx"),
        ("<!DOCTYPE gpx SYSTEM \"https://example.org/gpx>.dtd\"><gpx/>", "gpx"),
        (
            "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='1' lon='2' ></g:wpt ></g:gpx>",
            "gpx",
        ),
        ("<kml><description><![CDATA[<html><script>1</script></html>]]></description></kml>", "kml"),
        ("<a><![CDATA[ ]]] ]]]]><b t='>'/><!---->x &lt;svg&gt;</a>", "a"),
        ("<a xmlns:s='http://www.w3.org/2000/svg'>declared, not used</a>", "a"),
        ("<a><b xmlns='urn:x'><c/></b><svg/></a>", "a"),
        ("<a href='https://example.org/javascript:'/>", "a"),
        ("<?xml version='1.0'?><?target <svg> ?><a/>", "a"),
        ("<Überschrift/>", "Überschrift"),
    ] {
        assert_eq!(check(document.as_bytes()).as_deref(), Ok(root), "{document}");
    }
    assert_eq!(check(b"<a t='\xe4'>\xfc</a>").as_deref(), Ok("a"), "Latin-1");
}

#[test]
fn a_part_of_a_byte_order_mark_is_text_before_the_root() {
    assert_eq!(check(b"\xef\xbb\xbf<a/>").as_deref(), Ok("a"));
    for part in [&b"\xef<a/>"[..], b"\xef\xbb<a/>", b"\xef\xef\xbb\xbf<a/>", b"\xef"] {
        assert_eq!(check(part), Err(Refusal::NotXml), "{part:?}");
    }
}

#[test]
fn active_content_is_rejected() {
    let comment = format!("<!--{}-->", "x".repeat(20_000));
    for document in [
        "<svg/>".to_owned(),
        "<SVG>".to_owned(),
        "<html>".to_owned(),
        "<x:svg>".to_owned(),
        "<!DOCTYPE html><p>".to_owned(),
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'><a/>".to_owned(),
        format!("<a xmlns='{SVG}'/>"),
        format!("<a xmlns=' {SVG}\n'/>"),
        format!("<a:b xmlns:a=\"{XHTML}\"/>"),
        format!("<{}:x xmlns:{0}='{SVG}'/>", "p".repeat(1000)),
        "<a xmlns='http://www.w3.org/2000/sv&#103;'/>".to_owned(),
        "<a xmlns='http://www.w3.org/2000/sv&#x67;'/>".to_owned(),
        "<a xmlns='http:&#47;&#47;www.w3.org/1999/xhtm&#108;'/>".to_owned(),
        format!("{comment}<svg/>"),
        format!("<?xml version='1.0'?>{comment}\n<?p i?>\n<s:x xmlns:s='{SVG}'/>"),
        format!("<a><b xmlns='{XHTML}'><c/></b></a>"),
        format!("<a xmlns:h='{XHTML}'>{comment}<b><h:script>1</h:script></b></a>"),
        format!("<a xmlns='{SVG}' xmlns:a='urn:x'/>"),
        "<a><b href=' java\nscript:alert(1)'/></a>".to_owned(),
        "<a href='&#106;avascript:alert(1)'/>".to_owned(),
        "<a href='java&#9;script:alert(1)'/>".to_owned(),
        "<?xml-stylesheet href='x.xsl'?><a/>".to_owned(),
        "<a><?php system('x') ?></a>".to_owned(),
        "<?= 1 ?><a/>".to_owned(),
        "<xsl:stylesheet xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>".to_owned(),
        "<!DOCTYPE a [<!ENTITY x '<svg/>'>]><a>&x;</a>".to_owned(),
        format!("<!DOCTYPE a [<!ATTLIST a xmlns CDATA #FIXED '{SVG}'>]><a/>"),
        "<!DOCTYPE lolz [<!ENTITY a '1'><!ENTITY b '&a;&a;'>]><lolz>&b;</lolz>".to_owned(),
    ] {
        assert_eq!(check(document.as_bytes()), Err(Refusal::Active), "{document:.100}");
    }
}

#[test]
fn malformed_documents_are_rejected() {
    for document in [
        "",
        " ",
        "text",
        "text <a/>",
        "<a/> text",
        "<a/><b/>",
        "<a>",
        "<a",
        "<",
        "<a></b>",
        "</a>",
        "<a></a></a>",
        "<>",
        "< a/>",
        "<1/>",
        "<a b/>",
        "<a b=c/>",
        "<a b='1' b='2'/>",
        "<a b='&unknown;'/>",
        "<a><!-- ",
        "<a><![CDATA[</a>",
        "<!x><a/>",
        "<![CDATA[x]]>",
        "<?xml version='1.0'",
        "<a/><!DOCTYPE b>",
        "<?xml version='1.0' encoding='UTF-16'?><a/>",
        "<?xml version='1.0' encoding='utf-7'?><a/>",
        "<?xml version='1.0' encoding='IBM037'?><a/>",
    ] {
        assert_eq!(check(document.as_bytes()), Err(Refusal::NotXml), "{document}");
    }
}

fn attributes(count: usize, attribute: impl Fn(usize) -> String) -> String {
    (0..count).map(attribute).collect::<Vec<_>>().join(" ")
}

#[test]
fn memory_is_bounded_for_documents_of_any_size() {
    let long = "x".repeat(1_000_000);
    for (document, root) in [
        (format!("<a>{}</a>", "<b c='d'>text</b>".repeat(50_000)), Some("a")),
        (format!("<a>{long}</a>"), Some("a")),
        (format!("<!--{long}--><a><![CDATA[{long}]]></a>"), Some("a")),
        (format!("<a b='{long}'/>"), None),
        (format!("<{long}/>"), None),
        (format!("<?p {long}?><a/>"), None),
        (format!("<a {}/>", attributes(5000, |n| format!("b{n}=''"))), None),
        (format!("{}{}", "<a>".repeat(100), "</a>".repeat(100)), Some("a")),
        (format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000)), None),
        (format!("<a {}>", attributes(200, |n| format!("xmlns:b{n}='{n}'"))).repeat(200), None),
    ] {
        let mut check = XmlCheck::default();
        let mut buffered = 0;
        for chunk in document.as_bytes().chunks(1000) {
            check.update(chunk);
            let (State::Tag(_, markup) | State::Instruction(_, markup)) = &check.state else {
                continue;
            };
            buffered = buffered.max(markup.capacity() + check.open_bytes);
        }
        assert!(buffered <= 2 * MAX_MARKUP_BYTES + MAX_OPEN_BYTES, "{buffered} bytes for {document:.40}");
        assert_eq!(check.root(), root, "{document:.40}");
    }
}

proptest! {
    #[test]
    fn chunk_sizes_do_not_change_the_result(document in "[<>/!?='\" a:&;\\[\\]-]{0,60}") {
        let _ = check(document.as_bytes());
    }

    #[test]
    fn svg_elements_are_rejected_with_any_prolog_and_prefix(
        // Without x: a document that binds a prefix such as `xml`, which is reserved, is not well-formed.
        prolog in "(<!--[a-z <>]{0,9}-->|<\\?p [a-z]{0,5}\\?>| |\n){0,4}",
        prefix in "[a-wyz][a-z]{0,2}", name in "[a-z]{1,4}", content in "(<b/>|x|<!-- -->){0,3}",
    ) {
        let document = format!("{prolog}<{prefix}:{name} xmlns:{prefix}='{SVG}'>{content}</{prefix}:{name}>");
        prop_assert_eq!(check(document.as_bytes()), Err(Refusal::Active));
    }
}
