//! JSON for people too: objects over several lines, arrays of numbers on one, in other arrays one
//! object a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

/// Writes a value in this layout, with a newline at its end.
pub fn write(mut output: impl Write, value: &impl Serialize) -> io::Result<()> {
    let layout = Layout {
        objects: PrettyFormatter::new(),
        open_objects: 0,
        open_arrays: 0,
        inner_objects: 0,
        holds_objects: false,
    };
    value.serialize(&mut Serializer::with_formatter(&mut output, layout))?;
    output.write_all(b"\n")
}

struct Layout {
    objects: PrettyFormatter<'static>,
    /// Objects that are open outside of every array.
    open_objects: usize,
    open_arrays: usize,
    /// Objects that are open inside of an array.
    inner_objects: usize,
    /// The outermost open array has an object in it.
    holds_objects: bool,
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.holds_objects = false;
        }
        self.open_arrays += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open_arrays -= 1;
        if self.open_arrays == 0 && self.holds_objects {
            new_line(writer, self.open_objects)?;
        }
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.open_objects += 1;
            return self.objects.begin_object(writer);
        }
        self.inner_objects += 1;
        if self.inner_objects == 1 {
            self.holds_objects = true;
            new_line(writer, self.open_objects + 1)?;
        }
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open_arrays == 0 {
            self.open_objects -= 1;
            return self.objects.end_object(writer);
        }
        self.inner_objects -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.open_arrays == 0 {
            return self.objects.begin_object_key(writer, first);
        }
        if first {
            Ok(())
        } else {
            writer.write_all(b", ")
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

fn new_line<W: ?Sized + Write>(writer: &mut W, depth: usize) -> io::Result<()> {
    write!(writer, "\n{:1$}", "", 2 * depth)
}
