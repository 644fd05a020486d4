//! The boards of a run as a table, in the way in which Arrow's libraries hand tables to each other: they take batches of rows as
//! they want them, where they lie, and no row becomes an object of Python.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, ThreadId};

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use fairdeal::table::{ArrowError, RecordBatch, RecordBatchReader, SchemaRef};
use fairdeal::{BoardTable, Dealt, Error, Progress, TextTo, Watch};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::{asked_wrongly, raised};
use crate::question::Told;
use crate::work::{LOOK, LOOKS_A_TELLING, Listener, STACK, tell, work};

/// So many batches may wait to be asked for.
const WAITING: usize = 1;

/// The boards of a run as a table. Whoever takes it makes the rows: each time the same.
#[pyclass(frozen, module = "fairdeal._fairdeal")]
pub(crate) struct Rows {
    table: Arc<BoardTable>,
    listener: Listener,
    /// What came of it when it was last made to its end.
    report: Arc<Mutex<Option<Told>>>,
}

/// What came of dealing, as JSON and in words.
pub(crate) fn report_of(dealt: &Dealt) -> Told {
    let json = serde_json::to_string(&dealt.report()).unwrap_or_default();
    (json, dealt.to_string())
}

impl Rows {
    pub(crate) fn new(table: BoardTable, listener: Listener) -> Rows {
        Rows {
            table: Arc::new(table),
            listener,
            report: Arc::default(),
        }
    }
}

#[pymethods]
impl Rows {
    /// The seed that its boards are dealt by.
    #[getter]
    fn seed(&self) -> String {
        self.table.dealing().seed().name()
    }

    /// Where its boards come from, as it is written into files.
    #[getter]
    fn origin(&self) -> String {
        self.table.dealing().origin()
    }

    /// How its boards are found: the names of the plans.
    #[getter]
    fn plan(&self) -> &str {
        self.table.dealing().plan()
    }

    /// How many rows were asked for. Fewer may come, if the deals that may be tried run out.
    #[getter]
    fn asked(&self) -> u64 {
        let boards = self.table.dealing().boards();
        boards.end - boards.start
    }

    /// The names of its columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        let fields = self.table.schema().fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    /// What came of it, when it was last taken to its end.
    #[getter]
    fn report(&self) -> Option<Told> {
        let report = self.report.lock();
        report.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes it to a file whose name ends with .parquet or .arrow, whole or not at all, and tells what came of it.
    #[pyo3(signature = (path, progress=None))]
    fn write(&self, py: Python, path: PathBuf, progress: Listener) -> PyResult<Told> {
        let Some(format) = fairdeal::table_by_name(&path) else {
            let message = "a table goes to a file whose name ends with .parquet or .arrow";
            return Err(asked_wrongly(py, message));
        };
        work(py, &progress, |watch| {
            fairdeal::write_file(&path, |out| {
                let dealt = self.table.write(format, &mut TextTo(out), watch)?;
                // A part of a file would be taken for the whole.
                watch.look()?;
                Ok(report_of(&dealt))
            })
        })
    }

    /// The columns and their types, for Arrow's libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.table.schema().as_ref());
        let schema = schema.map_err(|error| asked_wrongly(py, error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, for Arrow's libraries.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever wants other types may convert: what is given is what is documented.
        drop(requested_schema);
        let listener = self.listener.as_ref().map(|one| one.clone_ref(py));
        let batches = Batches::new(self.table.clone(), listener, self.report.clone())?;
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!(
            "<Rows: {} of {}: {}>",
            self.asked(),
            self.origin(),
            self.columns().join(", ")
        )
    }
}

/// What the thread that deals sends.
enum Sent {
    Rows(RecordBatch),
    Ended(Result<Told, Error>),
}

/// Batches of rows, made on a thread of their own while others take them.
struct Batches {
    schema: SchemaRef,
    /// Nothing, once there is nothing more to come.
    received: Option<Receiver<Sent>>,
    watch: Watch,
    listener: Listener,
    told: Option<Progress>,
    report: Arc<Mutex<Option<Told>>>,
    thread: Option<JoinHandle<()>>,
    /// The thread that asked for the rows. Where it also takes them, it looks after signals and progress; any other one may not
    /// wait for the interpreter's lock, because whoever has it may be waiting for the rows.
    home: ThreadId,
    /// A process that was forked off has no such thread.
    process: u32,
}

impl Batches {
    fn new(
        table: Arc<BoardTable>,
        listener: Listener,
        report: Arc<Mutex<Option<Told>>>,
    ) -> PyResult<Batches> {
        let watch = Watch::default();
        let (sender, received) = sync_channel(WAITING);
        let schema = table.schema().clone();
        let of_thread = watch.clone();
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn(move || {
            let ended = make(&table, &sender, &of_thread);
            // That nobody wants to hear it is no reason to fail.
            let _ = sender.send(Sent::Ended(ended));
        })?;
        Ok(Batches {
            schema,
            received: Some(received),
            watch,
            listener,
            told: None,
            report,
            thread: Some(thread),
            home: std::thread::current().id(),
            process: std::process::id(),
        })
    }

    /// Waits for what comes next.
    fn receive(&mut self) -> Result<Option<Sent>, ArrowError> {
        let Some(mut received) = self.received.take() else {
            return Ok(None);
        };
        if self.process != std::process::id() {
            let message = "these rows are made in the process that asked for them";
            return Err(ArrowError::ComputeError(message.to_owned()));
        }
        if std::thread::current().id() != self.home {
            let sent = received.recv().ok();
            self.received = Some(received);
            return Ok(sent);
        }
        for look in 1u32.. {
            let (got, heard);
            (received, got, heard) = Python::attach(|py| {
                let (received, got) = py.detach(move || {
                    let got = received.recv_timeout(LOOK);
                    (received, got)
                });
                let heard = self.hear(py, look, got.is_ok());
                (received, got, heard)
            });
            if let Err(message) = heard {
                self.watch.stop();
                return Err(ArrowError::ComputeError(message));
            }
            match got {
                Ok(sent) => {
                    self.received = Some(received);
                    return Ok(Some(sent));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        unreachable!("it looks until something is there")
    }

    /// Looks after signals and progress; what they raise ends it.
    fn hear(&mut self, py: Python, look: u32, is_done: bool) -> Result<(), String> {
        if let Err(error) = py.check_signals() {
            // A library of Arrow has no way to hand on what was raised: it comes again when Python goes on.
            if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                let again = py
                    .import("_thread")
                    .and_then(|one| one.call_method0("interrupt_main"));
                drop(again);
                return Err("stopped by Ctrl-C".to_owned());
            }
            return Err(error.to_string());
        }
        match &self.listener {
            Some(listener) if is_done || look.is_multiple_of(LOOKS_A_TELLING) => {
                let told = tell(py, listener, self.watch.progress(), &mut self.told);
                told.map_err(|error| error.to_string())
            }
            _ => Ok(()),
        }
    }
}

/// Deals, and sends the rows.
fn make(table: &BoardTable, sender: &SyncSender<Sent>, watch: &Watch) -> Result<Told, Error> {
    let mut give = |batch: RecordBatch| {
        let sent = sender.send(Sent::Rows(batch));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    };
    let dealt = table.run(&mut give, watch)?;
    watch.look()?;
    Ok(report_of(&dealt))
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.receive() {
            Ok(Some(Sent::Rows(batch))) => Some(Ok(batch)),
            Ok(Some(Sent::Ended(ended))) => {
                self.received = None;
                match ended {
                    Ok(report) => {
                        let kept = self.report.lock();
                        *kept.unwrap_or_else(PoisonError::into_inner) = Some(report);
                        None
                    }
                    Err(error) => Some(Err(ArrowError::ComputeError(error.to_string()))),
                }
            }
            // The thread is gone without a word: it failed in a way that nobody foresaw.
            Ok(None) => match self.thread.take().map(JoinHandle::join) {
                Some(Err(_)) => {
                    let message = "the rows could not be made";
                    Some(Err(ArrowError::ComputeError(message.to_owned())))
                }
                _ => None,
            },
            Err(error) => {
                self.received = None;
                Some(Err(error))
            }
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Drop for Batches {
    /// Nobody takes any more: what is still being looked for is given up.
    fn drop(&mut self) {
        self.watch.stop();
        self.received = None;
        if let Some(thread) = self.thread.take()
            && self.process == std::process::id()
        {
            // It needs no lock of the interpreter, and ends soon.
            let _ = thread.join();
        }
    }
}

/// Reports of the parts of a run as one, all as JSON.
#[pyfunction]
pub(crate) fn joined_reports(py: Python, reports: Vec<String>) -> PyResult<String> {
    let texts = reports.iter().map(|report| ("a part", report.as_bytes()));
    let joined = fairdeal::join_reports(texts).map_err(|error| raised(py, &error))?;
    let Some(joined) = joined else {
        return Err(asked_wrongly(py, "there is no report to join"));
    };
    Ok(serde_json::to_string(&joined).unwrap_or_default())
}
