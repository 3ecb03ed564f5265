//! JSON for people too: objects over several lines, every array on one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

/// Writes a value in this layout, with a newline at its end.
pub fn write(mut output: impl Write, value: &impl Serialize) -> io::Result<()> {
    let layout = Layout {
        objects: PrettyFormatter::new(),
        open_arrays: 0,
    };
    value.serialize(&mut Serializer::with_formatter(&mut output, layout))?;
    output.write_all(b"\n")
}

/// Pretty outside of arrays, on one line inside.
struct Layout {
    objects: PrettyFormatter<'static>,
    open_arrays: usize,
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open_arrays += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open_arrays -= 1;
        writer.write_all(b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        separate(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.objects.begin_object(writer)
        } else {
            writer.write_all(b"{")
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.objects.end_object(writer)
        } else {
            writer.write_all(b"}")
        }
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.objects.begin_object_key(writer, first)
        } else {
            separate(writer, first)
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.objects.end_object_value(writer)
        } else {
            Ok(())
        }
    }
}

fn separate<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
    if first {
        Ok(())
    } else {
        writer.write_all(b", ")
    }
}
