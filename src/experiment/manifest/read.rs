//! From the text of a manifest to its steps.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::{Files, Manifest, ManifestError, Output, SCHEMA, Step};
use crate::experiment::expect::{Expectation, Keys};
use crate::experiment::job::{Form, Job, KINDS, Product};
use crate::experiment::provenance::FILE as PROVENANCE;
use crate::output::chart;

/// The keys beside the steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    schema: Spanned<i64>,
    name: Option<Spanned<String>>,
    #[serde(default)]
    title: String,
    /// Is taken out before; stands here to be named among the keys.
    #[serde(rename = "step")]
    _step: Option<IgnoredAny>,
}

/// The keys of a step that are not parameters of its job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepHead {
    name: Spanned<String>,
    job: Spanned<String>,
    #[serde(default)]
    output: Vec<Spanned<OutputHead>>,
    #[serde(default)]
    chart: Vec<Spanned<ChartHead>>,
    #[serde(default)]
    expect: Vec<Spanned<Keys>>,
}

const STEP_KEYS: [&str; 5] = ["name", "job", "output", "chart", "expect"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutputHead {
    file: Spanned<String>,
    #[serde(default, rename = "as")]
    form: Option<Spanned<Form>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartHead {
    file: Spanned<String>,
    kind: Option<Spanned<String>>,
}

/// What is said where nothing is to be computed.
const NO_STEP: &str = "there is no [[step]], so nothing is computed";

/// What is being read.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

pub(super) fn read(
    path: &Path,
    text: &str,
    load: &dyn Fn(&str) -> io::Result<Vec<u8>>,
) -> Result<Manifest, ManifestError> {
    let reader = Reader { path, text };
    let root = DeTable::parse(text).map_err(|error| reader.toml(&error, 0..0))?;
    let whole = root.span();
    let mut root = root.into_inner();
    let steps = take(&mut root, "step");
    let head: Head = reader.table(root, whole.clone())?;
    let schema = *head.schema.as_ref();
    if schema != SCHEMA {
        return Err(reader.error(
            head.schema.span().start,
            format!("schema {schema} is not known to this version of sowlab; accepted is {SCHEMA}"),
        ));
    }
    let name = if let Some(name) = head.name {
        reader.name(&name, "the name of an experiment")?
    } else {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = Spanned::new(0..0, stem.unwrap_or_default());
        reader.name(&stem, "the name of the file, which is that of the experiment,")?
    };
    let mut manifest = Manifest {
        name,
        path: path.to_owned(),
        text: text.to_owned(),
        title: head.title,
        steps: Vec::new(),
        files: Files::new(),
    };
    let Some(steps) = steps else {
        return Err(reader.error(0, NO_STEP));
    };
    let place = steps.span().start;
    let DeValue::Array(steps) = steps.into_inner() else {
        return Err(reader.error(place, "a step begins with [[step]], in two brackets"));
    };
    let mut names = BTreeSet::new();
    let mut outputs = BTreeSet::new();
    for step in steps {
        let span = step.span();
        let DeValue::Table(table) = step.into_inner() else {
            return Err(reader.error(span.start, "a step begins with [[step]], in two brackets"));
        };
        let step = reader.step(table, span.clone(), &mut outputs, &mut manifest.files, load)?;
        if !names.insert(step.name.to_lowercase()) {
            return Err(reader.error(
                step.spans.get("name").map_or(span.start, |span| span.start),
                format!("there is a step `{}` already; each has a name of its own", step.name),
            ));
        }
        manifest.steps.push(step);
    }
    if manifest.steps.is_empty() {
        return Err(reader.error(0, NO_STEP));
    }
    Ok(manifest)
}

/// The error at a byte of the text.
pub(super) fn error(
    path: &Path,
    text: &str,
    start: usize,
    message: impl Into<String>,
) -> ManifestError {
    let before = text.get(..start).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    ManifestError {
        file: path.display().to_string(),
        line: before.matches('\n').count() + 1,
        // The mark at the beginning of some files is no column.
        column: line.trim_start_matches('\u{FEFF}').chars().count() + 1,
        message: message.into(),
    }
}

/// Takes the value of a key out of a table.
fn take<'i>(table: &mut DeTable<'i>, key: &'i str) -> Option<Spanned<DeValue<'i>>> {
    table.remove(&Spanned::new(0..0, Cow::Borrowed(key)))
}

impl Reader<'_> {
    fn error(&self, start: usize, message: impl Into<String>) -> ManifestError {
        error(self.path, self.text, start, message)
    }

    /// An error of the parser in the words of this program.
    fn toml(&self, error: &toml::de::Error, otherwise: Range<usize>) -> ManifestError {
        let span = error.span().unwrap_or(otherwise);
        let message = error.message().trim();
        let several = if message.contains("` or `") { "; accepted are" } else { "; accepted is" };
        let message = message
            .replace("unknown field", "unknown key")
            .replace("missing field", "missing key")
            .replace("duplicate field", "doubled key")
            .replace("unknown variant", "unknown value")
            .replace(", expected one of", "; accepted are")
            .replace(", there are no fields", "; this job has none")
            .replace(", expected", several)
            .replace("invalid type: sequence", "invalid type: list")
            .replace("invalid type: map", "invalid type: table")
            .replace("accepted is a sequence", "accepted is a list")
            .replace("accepted is i64", "accepted is an integer")
            .replace(" as i128", "")
            .replace("struct OutputHead", "{ file = \"NAME\" }")
            .replace("struct ChartHead", "{ file = \"NAME\" }")
            .replace('\n', "; ");
        self.error(span.start, message)
    }

    fn table<T: DeserializeOwned>(
        &self,
        table: DeTable<'_>,
        span: Range<usize>,
    ) -> Result<T, ManifestError> {
        let value = Spanned::new(span.clone(), DeValue::Table(table));
        T::deserialize(ValueDeserializer::from(value)).map_err(|error| self.toml(&error, span))
    }

    /// A name that can be that of a file.
    fn name(&self, name: &Spanned<String>, what: &str) -> Result<String, ManifestError> {
        let text = name.as_ref();
        let accepted = |character: char| {
            character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.')
        };
        let good = (1..=100).contains(&text.len())
            && text.chars().all(accepted)
            && !text.starts_with(['.', '-']);
        if good {
            return Ok(text.clone());
        }
        Err(self.error(
            name.span().start,
            format!(
                "{what} is `{text}`; accepted are 1 to 100 letters, digits, - _ and . of ASCII, and no - or . at the beginning"
            ),
        ))
    }

    fn step(
        &self,
        mut table: DeTable<'_>,
        span: Range<usize>,
        outputs: &mut BTreeSet<String>,
        files: &mut Files,
        load: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Step, ManifestError> {
        let mut spans: BTreeMap<String, Range<usize>> =
            table.iter().map(|(key, value)| (key.as_ref().to_string(), value.span())).collect();
        spans.insert(String::new(), span.clone());
        let mut head = DeTable::new();
        for key in STEP_KEYS {
            if let Some((key, value)) = table.remove_entry(&Spanned::new(0..0, Cow::Borrowed(key)))
            {
                head.insert(key, value);
            }
        }
        let head: StepHead = self.table(head, span.clone())?;
        let name = self.name(&head.name, "the name of a step")?;
        let asked = head.job.as_ref();
        let Some((_, read)) = KINDS.iter().find(|(name, _)| name == asked) else {
            let names: Vec<String> = KINDS.iter().map(|(name, _)| format!("`{name}`")).collect();
            return Err(self.error(
                head.job.span().start,
                format!("there is no job `{asked}`; accepted are {}", names.join(", ")),
            ));
        };
        let value = Spanned::new(span.clone(), DeValue::Table(table));
        let job = read(ValueDeserializer::from(value))
            .map_err(|error| self.toml(&error, span.clone()))?;

        let mut made = Vec::new();
        for output in head.output {
            made.push(self.output(output.into_inner(), &*job, outputs)?);
        }
        for chart in head.chart {
            made.push(self.chart(chart.into_inner(), &*job, outputs)?);
        }
        if made.is_empty() {
            return Err(
                self.error(span.start, format!("the step `{name}` has no output and no chart"))
            );
        }
        let mut expectations = Vec::new();
        for expectation in head.expect {
            let place = expectation.span().start;
            let expectation = Expectation::try_from(expectation.into_inner())
                .and_then(|expectation| {
                    expectation.check(&made, job.columns()).map(|()| expectation)
                })
                .map_err(|message| self.error(place, message))?;
            if let Some(file) = expectation.file() {
                self.load(place, file, files, load)?;
            }
            expectations.push(expectation);
        }
        for (key, name) in job.inputs() {
            let place = spans.get(key).unwrap_or(&span).start;
            self.load(place, &name, files, load)?;
        }
        Ok(Step { name, job, outputs: made, expectations, spans })
    }

    /// The name of an output, which must be a new one.
    fn file(
        &self,
        name: &Spanned<String>,
        taken: &mut BTreeSet<String>,
    ) -> Result<PathBuf, ManifestError> {
        let file = self.name(name, "the name of an output")?;
        if file.eq_ignore_ascii_case(PROVENANCE) || !taken.insert(file.to_lowercase()) {
            return Err(self.error(
                name.span().start,
                format!(
                    "`{file}` is another file of the experiment already; each has a name of its own"
                ),
            ));
        }
        Ok(file.into())
    }

    fn output(
        &self,
        head: OutputHead,
        job: &dyn Job,
        taken: &mut BTreeSet<String>,
    ) -> Result<Output, ManifestError> {
        let path = self.file(&head.file, taken)?;
        let form = head.form.as_ref().map(|form| *form.as_ref()).unwrap_or_default();
        if !job.forms().contains(&form) {
            let place = head.form.map_or(head.file.span(), |form| form.span());
            return Err(self.error(
                place.start,
                format!(
                    "the job `{}` is not written as {}; accepted are {}",
                    job.name(),
                    form_name(form),
                    job.forms().iter().map(|&form| form_name(form)).collect::<Vec<_>>().join(", ")
                ),
            ));
        }
        let product = Product::of_file(form, &path)
            .map_err(|message| self.error(head.file.span().start, message))?;
        Ok(Output { file: head.file.into_inner(), product })
    }

    fn chart(
        &self,
        head: ChartHead,
        job: &dyn Job,
        taken: &mut BTreeSet<String>,
    ) -> Result<Output, ManifestError> {
        let path = self.file(&head.file, taken)?;
        let Some(&first) = job.charts().first() else {
            return Err(self.error(
                head.file.span().start,
                format!("no chart is drawn of the job `{}`", job.name()),
            ));
        };
        let kind = match &head.kind {
            None => first,
            Some(kind) => {
                job.charts().iter().find(|name| *name == kind.as_ref()).ok_or_else(|| {
                    self.error(
                        kind.span().start,
                        format!(
                            "no chart `{}` is drawn of the job `{}`; accepted are {}",
                            kind.as_ref(),
                            job.name(),
                            job.charts().join(", ")
                        ),
                    )
                })?
            }
        };
        let format = chart::Format::of_path(&path)
            .map_err(|error| self.error(head.file.span().start, error.to_string()))?;
        Ok(Output { file: head.file.into_inner(), product: Product::Chart(kind, format) })
    }

    /// Reads a file that the manifest names.
    fn load(
        &self,
        place: usize,
        name: &str,
        files: &mut Files,
        load: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<(), ManifestError> {
        if files.contains_key(name) {
            return Ok(());
        }
        let bytes = load(name).map_err(|error| {
            self.error(place, format!("cannot read the file `{name}` beside the manifest: {error}"))
        })?;
        files.insert(name.to_owned(), bytes);
        Ok(())
    }
}

/// The name of a form in manifests.
fn form_name(form: Form) -> String {
    serde_json::to_value(form)
        .ok()
        .and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}
