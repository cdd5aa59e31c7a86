//! What every chart must keep to, whatever its values: all texts on the page, none on another,
//! well-formed bytes, the same on every run; and an error for what cannot be drawn.

use std::path::Path;

use num_bigint::BigUint;

use super::scene::{Area, Scene, Shape};
use super::*;

fn numbers(range: impl IntoIterator<Item = u64>) -> Vec<BigUint> {
    range.into_iter().map(BigUint::from).collect()
}

fn ten(exponent: u32) -> BigUint {
    BigUint::from(10u8).pow(exponent)
}

fn grid(lines: u64, columns: u64, value: impl Fn(u64, u64) -> Option<BigUint>) -> HeatMap {
    let places = (1..=lines).flat_map(|i| (1..=columns).map(move |j| (i, j)));
    HeatMap {
        title: "Moves M(n, s) & more, 1 < n".into(),
        lines: Labels { label: "pits n".into(), values: numbers(1..=lines), ..Labels::default() },
        columns: Labels {
            label: "seeds in each pit, s".into(),
            values: numbers(1..=columns),
            ..Labels::default()
        },
        value_label: "moves M(n, s)".into(),
        cells: places.map(|(i, j)| value(i, j)).collect(),
        scale: Scale::Auto,
    }
}

/// A full grid whose values are the square of the line times the column.
fn products(lines: u64, columns: u64) -> HeatMap {
    grid(lines, columns, |i, j| Some((i * i * j).into()))
}

fn curves_of(count: u32, points: u32, y: impl Fn(u32, u32) -> BigUint) -> Curves {
    let series = (1..=count).map(|n| Series {
        key: n.into(),
        dashed: false,
        points: (1..=points).map(|s| (s.into(), y(n, s))).collect(),
    });
    Curves {
        title: "Curves for every n".into(),
        x_label: "seeds in each pit, s".into(),
        y_label: "moves M(n, s)".into(),
        series_label: "pits n".into(),
        series: series.collect(),
        ..Curves::default()
    }
}

fn stairs(count: u32, jumps: u32) -> Staircase {
    let series = (1..=count).map(|n| Steps {
        key: n.into(),
        jumps: (0..jumps).map(|k| (BigUint::from(2u8).pow(k) * n, (k + n).into())).collect(),
        end: BigUint::from(2u8).pow(jumps) * n,
    });
    Staircase {
        title: "Stairs".into(),
        x_label: "total seeds N".into(),
        y_label: "period L(n, N), moves".into(),
        series_label: "pits n".into(),
        series: series.collect(),
        ..Staircase::default()
    }
}

fn apart(a: &Area, b: &Area) -> bool {
    a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y
}

/// Every text lies on the page with room to its edge, and no two texts touch.
fn assert_tidy(name: &str, scene: &Scene) {
    let texts: Vec<_> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text(text) => Some((text.content.clone(), text.area())),
            _ => None,
        })
        .collect();
    for (i, (text, area)) in texts.iter().enumerate() {
        let inside = area.x >= 4.0
            && area.y >= 4.0
            && area.right() <= scene.width - 4.0
            && area.bottom() <= scene.height - 4.0;
        let (width, height) = (scene.width, scene.height);
        assert!(inside, "{name}: `{text}` at {area:?} leaves {width} x {height}");
        for (other, other_area) in &texts[i + 1..] {
            let both = format!("{name}: `{text}` {area:?} on `{other}` {other_area:?}");
            assert!(apart(area, other_area), "{both}");
        }
    }
    for image in &scene.images {
        assert!(image.area.right() <= scene.width && image.area.bottom() <= scene.height);
        assert_eq!(image.rgb.len(), image.columns * image.lines * 3);
    }
}

fn heat_maps() -> Vec<(String, HeatMap)> {
    let mut charts = Vec::new();
    for (lines, columns) in [
        (1, 1),
        (1, 40),
        (40, 1),
        (2, 2),
        (4, 5),
        (20, 20),
        (8, 300),
        (300, 8),
        (55, 55),
        (99, 101),
        (1, 5000),
    ] {
        charts.push((format!("{lines} x {columns}"), products(lines, columns)));
    }
    charts.push(("equal".into(), grid(3, 4, |_, _| Some(7u8.into()))));
    charts.push(("zeros".into(), grid(3, 4, |_, _| Some(BigUint::ZERO))));
    let patchy = |i: u64, j: u64| (i != j).then(|| BigUint::from(i * (j - 1) * 1000));
    charts.push(("patchy".into(), grid(5, 5, patchy)));
    let huge = |i: u64, j: u64| Some(ten((i * j * 1000) as u32));
    charts.push(("huge".into(), grid(3, 9, huge)));
    let near = |i: u64, j: u64| Some(ten(1000) + i * j);
    charts.push(("near".into(), grid(3, 9, near)));
    let mut far = products(3, 9);
    far.columns.values = (0..9u32).map(|k| ten(100 * k)).collect();
    far.lines.values = (0..3u32).map(|k| ten(1000) + k).collect();
    charts.push(("far".into(), far));
    let mut wordy = products(2, 2);
    wordy.title = "long words ".repeat(90);
    wordy.lines.label = "pits ".repeat(40);
    wordy.columns.label = "seeds ".repeat(33);
    wordy.value_label = "M".repeat(LABEL_LIMIT);
    charts.push(("wordy".into(), wordy));
    charts
}

fn all_curves() -> Vec<(String, Curves)> {
    let mut charts = Vec::new();
    for (count, points) in [(1, 1), (1, 50), (2, 1), (8, 100), (9, 20), (100, 3), (2000, 2)] {
        let chart = curves_of(count, points, |n, s| (n * n * s).into());
        charts.push((format!("{count} of {points}"), chart));
    }
    charts.push(("flat".into(), curves_of(3, 9, |_, _| 5u8.into())));
    charts.push(("zero".into(), curves_of(3, 9, |_, _| BigUint::ZERO)));
    charts.push(("huge".into(), curves_of(3, 9, |n, s| ten(n * s * 500))));
    charts.push(("near".into(), curves_of(3, 9, |n, s| ten(1000) + n * s)));
    let mut far = curves_of(2, 2, |n, s| (n * s).into());
    far.series[0].points = (0..40u32).map(|k| (ten(k * 25), (k + 1).into())).collect();
    charts.push(("far".into(), far));
    let mut wordy = curves_of(8, 5, |n, s| (n * s).into());
    for (i, series) in wordy.series.iter_mut().enumerate() {
        series.key = Key::Name(format!("{i} {}", "word ".repeat(39)));
    }
    wordy.title = "W".repeat(TITLE_LIMIT);
    wordy.x_label = "seeds ".repeat(33);
    wordy.y_label = "M".repeat(LABEL_LIMIT);
    wordy.series_label = "series ".repeat(28);
    charts.push(("wordy".into(), wordy));
    for (pits, seeds) in [(16, 30..=30), (16, 2..=10), (2, 2..=64), (9, 2..=40), (32, 5..=64)] {
        charts.push((format!("census to {pits}"), census(2..=pits, seeds)));
    }
    charts
}

/// Census-like points: zeros at first and now and then, shares down to 10^-30.
fn census(pits: std::ops::RangeInclusive<u64>, seeds: std::ops::RangeInclusive<u64>) -> Curves {
    let mut points = Vec::new();
    for n in pits {
        points.extend(seeds.clone().map(|s| CensusPoint {
            pits: n,
            seeds: s,
            states: if s < 9 || s % 13 == 0 { BigUint::ZERO } else { ten(s as u32 / 2) + n },
            all_states: ten(30 + s as u32 / 3),
            ..CensusPoint::default()
        }));
    }
    census::of_points(CensusChart::Share, &points, "2..32", "2..64").expect("points")
}

#[test]
fn texts_are_on_the_page_and_never_touch() {
    for (name, chart) in heat_maps() {
        assert_tidy(&name, &heat_map::scene(&chart).expect("drawable"));
    }
    for (name, chart) in all_curves() {
        assert_tidy(&name, &curves::scene(&chart).expect("drawable"));
    }
    for (count, jumps) in [(1, 1), (1, 100), (8, 20), (9, 3), (300, 10)] {
        let scene = staircase::scene(&stairs(count, jumps)).expect("drawable");
        assert_tidy(&format!("{count} stairs of {jumps}"), &scene);
    }
}

/// The texts of an SVG, which must be well-formed.
fn svg_texts(bytes: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    let tree = roxmltree::Document::parse(text).expect("well-formed");
    let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_string()).collect()
}

/// Width and height of a PNG, all of whose pixels must be there.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(bytes).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let pixels = &pixels[..info.buffer_size()];
    assert!(pixels.contains(&255) && pixels.iter().any(|&byte| byte < 64));
    (info.width, info.height)
}

#[test]
fn both_formats_are_sound_for_every_chart() {
    for (name, chart) in heat_maps() {
        let scene = heat_map::scene(&chart).expect("drawable");
        let size = (scene.width.ceil() as u32, scene.height.ceil() as u32);
        let png = heat_map(&chart, Format::Png).expect("drawable");
        assert_eq!(png_size(&png), size, "{name}");
        let texts = svg_texts(&heat_map(&chart, Format::Svg).expect("drawable"));
        let spoken: String = texts.concat().split_whitespace().collect();
        let labels = [&chart.title, &chart.lines.label, &chart.columns.label, &chart.value_label];
        for label in labels {
            let label: String = label.split_whitespace().collect();
            assert!(spoken.contains(&label), "{name}: {label}");
        }
    }
    for (name, chart) in all_curves() {
        assert_eq!(png_size(&curves(&chart, Format::Png).expect("drawable")).0, 1200, "{name}");
        let texts = svg_texts(&curves(&chart, Format::Svg).expect("drawable"));
        let spoken: String = texts.concat().split_whitespace().collect();
        for label in [&chart.title, &chart.x_label, &chart.y_label] {
            let label: String = label.split_whitespace().collect();
            assert!(spoken.contains(&label), "{name}: {label}");
        }
    }
    let chart = stairs(3, 12);
    assert_eq!(png_size(&staircase(&chart, Format::Png).expect("drawable")), (1200, 800));
    let texts = svg_texts(&staircase(&chart, Format::Svg).expect("drawable"));
    for text in ["Stairs", "total seeds N", "period L(n, N), moves", "pits n", "1", "2", "3"] {
        assert!(texts.iter().any(|t| t == text), "{text} in {texts:?}");
    }
}

#[test]
fn the_same_values_give_the_same_bytes() {
    for format in [Format::Svg, Format::Png] {
        let once = || {
            let heat = heat_map(&products(60, 60), format);
            let lines = curves(&curves_of(12, 40, |n, s| (n * s).into()), format);
            let steps = staircase(&stairs(4, 30), format);
            [heat, lines, steps].map(|bytes| bytes.expect("drawable"))
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn cells_show_their_numbers_where_they_fit() {
    let texts = svg_texts(&heat_map(&products(4, 5), Format::Svg).expect("drawable"));
    // 45 is one cell of that chart, and no tick.
    assert_eq!(texts.iter().filter(|text| *text == "45").count(), 1);
    let texts = svg_texts(&heat_map(&products(70, 70), Format::Svg).expect("drawable"));
    assert!(texts.len() < 70, "{}", texts.len());
}

#[test]
fn large_grids_are_one_small_image_with_every_cell() {
    let chart = products(300, 300);
    let svg = heat_map(&chart, Format::Svg).expect("drawable");
    assert!(svg.len() < 300_000, "{}", svg.len());
    let text = String::from_utf8(svg).expect("UTF-8");
    let tree = roxmltree::Document::parse(&text).expect("well-formed");
    let rects = tree.descendants().filter(|node| node.has_tag_name("rect")).count();
    assert!(rects < 100);
    assert!(text.contains("image-rendering:pixelated"));
    let scene = heat_map::scene(&chart).expect("drawable");
    let (first, last) = (&scene.images[0].rgb[..3], &scene.images[0].rgb[300 * 300 * 3 - 3..]);
    let colours = [colour::amount(0.0), colour::amount(1.0)].map(|c| [c.0, c.1, c.2]);
    assert_eq!((first, last), (&colours[0][..], &colours[1][..]));
}

#[test]
fn a_png_has_the_colour_of_a_cell_in_its_place() {
    let chart = grid(2, 2, |i, j| Some((i * 2 + j).into()));
    let scene = heat_map::scene(&chart).expect("drawable");
    let cell = scene.shapes.iter().find_map(|shape| match shape {
        Shape::Fill(area, colour) => Some((*area, *colour)),
        _ => None,
    });
    let (area, colour) = cell.expect("a cell");
    assert_eq!(colour, colour::amount(0.0));
    let bytes = heat_map(&chart, Format::Png).expect("drawable");
    let mut reader = png::Decoder::new(&bytes[..]).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let (x, y) = ((area.x + 4.0) as usize, (area.y + 4.0) as usize);
    let at = (y * info.width as usize + x) * 3;
    assert_eq!(pixels[at..at + 3], [colour.0, colour.1, colour.2]);
}

#[test]
fn zeros_and_blanks_are_explained_only_where_they_are() {
    let texts = |chart: &HeatMap| svg_texts(&heat_map(chart, Format::Svg).expect("drawable"));
    let whole = texts(&products(60, 60));
    assert!(!whole.contains(&"no value".into()) && !whole.contains(&"0".into()));
    let patchy = |i: u64, j: u64| (i != j).then(|| BigUint::from((i - 1) * j * j));
    let patchy = texts(&grid(60, 60, patchy));
    assert!(patchy.contains(&"no value".into()) && patchy.contains(&"0".into()));
}

#[test]
fn few_series_differ_in_colour_and_many_have_a_bar() {
    let few = curves::scene(&curves_of(8, 20, |n, s| (n * s).into())).expect("drawable");
    let mut colours: Vec<_> = few
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Path { width, colour, .. } if *width > 1.5 => {
                Some((colour.0, colour.1, colour.2))
            }
            _ => None,
        })
        .collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!((colours.len(), few.images.len()), (8, 0));
    let many = curves::scene(&curves_of(9, 20, |n, s| (n * s).into())).expect("drawable");
    assert_eq!(many.images.len(), 1);
}

#[test]
fn one_point_is_seen() {
    for count in [1, 20] {
        let scene = curves::scene(&curves_of(count, 1, |n, s| (n * s).into())).expect("drawable");
        let discs = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Disc(..))).count();
        assert_eq!(discs, count as usize);
    }
}

#[test]
fn zeros_lie_below_a_logarithmic_axis_and_break_the_line() {
    let mut chart =
        curves_of(2, 40, |n, s| if s < 7 || s == 20 { BigUint::ZERO } else { ten(n * s) });
    chart.y_scale = Scale::Logarithmic;
    let scene = curves::scene(&chart).expect("drawable");
    let paths: Vec<_> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Path { points, width, .. } if *width > 1.5 => Some(points),
            _ => None,
        })
        .filter(|points| points[0].0 < 900.0)
        .collect();
    let foot = paths.iter().flat_map(|path| path.iter()).map(|p| p.1).fold(0.0, f64::max);
    let at_foot = |points: &&&Vec<(f64, f64)>| points.iter().any(|p| (p.1 - foot).abs() < 1.0);
    let zeros: Vec<_> = paths.iter().filter(at_foot).collect();
    // Of each series: the zeros at first, then two stretches with a lone zero between them.
    assert_eq!((paths.len(), zeros.len()), (6, 2));
    assert!(zeros.iter().all(|path| path.iter().all(|p| (p.1 - foot).abs() < 1e-9)));
    let above = paths.iter().filter(|path| !at_foot(path)).flat_map(|path| path.iter());
    assert!(above.map(|p| p.1).fold(0.0, f64::max) < foot - 30.0);
    let lone = |shape: &&Shape| matches!(shape, Shape::Disc((_, y), ..) if (y - foot).abs() < 1e-9);
    assert!(scene.shapes.iter().any(|shape| lone(&shape)));
    let text = |scene: &Scene| {
        let zero = |shape: &&Shape| matches!(shape, Shape::Text(text) if text.content == "0");
        scene.shapes.iter().filter(zero).count()
    };
    assert_eq!(text(&scene), 1);
    // Without a zero there is no line for it.
    let plain = curves_of(2, 40, |n, s| ten(n * s));
    assert_eq!(text(&curves::scene(&plain).expect("drawable")), 0);
}

#[test]
fn pieces_and_companions_share_a_colour_and_one_place_in_the_legend() {
    let mut chart = curves_of(3, 12, |n, s| (n * s).into());
    let mut pieces = chart.series.clone();
    for (series, piece) in chart.series.iter_mut().zip(&mut pieces) {
        piece.points = series.points.split_off(6);
        piece.points.remove(0);
        piece.dashed = true;
    }
    chart.series.extend(pieces);
    let scene = curves::scene(&chart).expect("drawable");
    let mut looks = std::collections::BTreeMap::<_, usize>::new();
    for shape in &scene.shapes {
        if let Shape::Path { colour, width, .. } = shape
            && *width > 1.5
        {
            *looks.entry((colour.0, colour.1, colour.2)).or_default() += 1;
        }
    }
    // One line, one sample in the legend, and the dashes.
    assert!(looks.len() == 3 && looks.values().all(|&paths| paths > 10), "{looks:?}");
    let texts = svg_texts(&curves(&chart, Format::Svg).expect("drawable"));
    assert!(texts.ends_with(&["pits n", "1", "2", "3"].map(String::from)), "{texts:?}");
}

#[test]
fn what_cannot_be_drawn_is_an_error_that_says_what_can() {
    let error = |chart: &HeatMap| heat_map(chart, Format::Svg).expect_err("an error").to_string();
    assert_eq!(
        error(&HeatMap::default()),
        "a heat map needs at least 1 line and 1 column, and was given 0 and 0"
    );
    assert_eq!(
        error(&grid(2, 3, |_, _| None)),
        "a heat map needs at least 1 value, and all 6 cells are blank"
    );
    let mut short = products(2, 3);
    short.cells.pop();
    assert_eq!(
        error(&short),
        "a heat map of 2 lines and 3 columns needs lines x columns cells, and was given 5"
    );
    let mut long = products(2, 3);
    long.title = "x".repeat(1001);
    assert_eq!(error(&long), "the title of a chart may have 1000 characters, and was given 1001");

    let error = |chart: &Curves| curves(chart, Format::Png).expect_err("an error");
    assert_eq!(error(&Curves::default()), ChartError::NoSeries);
    let series = "3".to_string();
    let mut chart = curves_of(3, 2, |n, s| (n * s).into());
    chart.series[0].points[0].0 = BigUint::ZERO;
    chart.x_scale = Scale::Logarithmic;
    let zero = "a logarithmic axis takes values of at least 1, and `1` has a 0 along \
                `seeds in each pit, s`";
    assert_eq!(error(&chart).to_string(), zero);
    chart.series[2].points.clear();
    chart.x_scale = Scale::Auto;
    assert_eq!(error(&chart), ChartError::NoPoints { series });

    let error = |chart: &Staircase| staircase(chart, Format::Png).expect_err("an error");
    let series = "2".to_string();
    let mut chart = stairs(2, 5);
    chart.series[1].end = 1u8.into();
    let soon = ChartError::EndsTooSoon { series: series.clone() };
    assert_eq!(error(&chart), soon);
    chart.series[1].jumps[3] = chart.series[1].jumps[2].clone();
    assert_eq!(error(&chart), ChartError::NotRising { series, place: 4 });
}

#[test]
fn formats_are_told_by_the_ending() {
    assert_eq!(Format::of_path(Path::new("a/b.svg")), Ok(Format::Svg));
    assert_eq!(Format::of_path(Path::new("B.PNG")), Ok(Format::Png));
    for name in ["chart", "chart.jpg", ".svg", "svg"] {
        let path = name.to_string();
        let error = Err(ChartError::UnknownEnding { path });
        assert_eq!(Format::of_path(Path::new(name)), error);
    }
}

#[test]
fn characters_that_xml_forbids_do_no_harm() {
    let mut chart = products(2, 2);
    chart.title = "a\u{0}b\u{1b}<&>\"'\u{fffe} 中 ]]>".into();
    svg_texts(&heat_map(&chart, Format::Svg).expect("drawable"));
    heat_map(&chart, Format::Png).expect("drawable");
}
