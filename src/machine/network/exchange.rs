//! Sends and receives: what the current processor requests from the network.

use super::in_flight::Parcel;
use super::message::has_bounds;
use super::running::Running;
use crate::code::control::{Control, Instruction};
use crate::engine::scalar::Outputs;
use crate::machine::pram::EarlyStop;
use crate::network::NetworkRequest;

impl<'c> Running<'_, '_, 'c> {
    /// Sends a message, or puts it into a queue.
    pub(super) fn send(
        &mut self,
        instruction: &'c Instruction,
        site: u32,
        processor: u32,
    ) -> Result<NetworkRequest<Parcel, EarlyStop>, EarlyStop> {
        let Control::Send {
            manner,
            peers,
            channel,
            has_tag,
            items,
            ..
        } = &instruction.control
        else {
            unreachable!("the instruction is a send");
        };
        let outputs = self.outputs(site);
        let (to, rest) = outputs.split_at(usize::from(*peers));
        let (to, queue) = match channel {
            None => (self.peer(to)?, None),
            Some(channel) => {
                let queue = self.queue(*channel, to, instruction.span)?;
                (queue.reader, Some(queue.number))
            }
        };
        let (tag, rest) = if *has_tag {
            (rest[0], &rest[1..])
        } else {
            (0, rest)
        };
        let payload = self.gather(items, rest, processor)?;
        let words = payload.words.len() as u64;
        let place = (&self.creator, instruction.span);
        let payload = self.in_flight.sent(payload, self.machine, place)?;
        let place = self.place(site);
        if let Some(directions) = &mut self.directions {
            let receiver = self.placement.processor_of(to);
            directions.note(self.topology, place, processor, receiver);
        }
        let place = self.place_with_calls(place);
        self.interpreter.proceed();
        Ok(match queue {
            None => NetworkRequest::Send {
                to,
                words,
                tag,
                manner: *manner,
                payload,
                place,
            },
            Some(queue) => NetworkRequest::Put {
                to,
                queue,
                words,
                payload,
                place,
            },
        })
    }

    /// Waits for a message, or for the next one in a queue of its own.
    pub(super) fn receive(
        &mut self,
        instruction: &'c Instruction,
        site: u32,
        program: u32,
    ) -> Result<NetworkRequest<Parcel, EarlyStop>, EarlyStop> {
        let Control::Receive {
            peers,
            channel,
            has_tag,
            places,
            ..
        } = &instruction.control
        else {
            unreachable!("the instruction is a receive");
        };
        let outputs = self.outputs(site);
        let peers = usize::from(*peers);
        let named = &outputs[..peers];
        let queue = match channel {
            None => None,
            Some(channel) => Some(self.own_queue(program, *channel, named, instruction.span)?),
        };
        let from = (peers > 0 && queue.is_none())
            .then(|| self.peer(named))
            .transpose()?;
        let tag = has_tag.then(|| outputs[peers]);
        let place = self.place(site);
        if places.iter().any(has_bounds) {
            self.outputs = Outputs::Kept;
        }
        Ok(match queue {
            None => NetworkRequest::Receive { from, tag, place },
            Some(queue) => NetworkRequest::Take { queue, place },
        })
    }

    /// The number of a statement together with the call path by which the current processor reached it,
    /// if call paths are recorded.
    #[inline]
    fn place_with_calls(&mut self, place: u32) -> u32 {
        if self.callers.is_some() && self.interpreter.frames.depth() > 1 {
            self.place_on_way(place)
        } else {
            place
        }
    }

    fn place_on_way(&mut self, place: u32) -> u32 {
        let frames = &self.interpreter.frames;
        let stands = (0..frames.depth()).map(|number| {
            let frame = frames.of(number).frame;
            (frame.routine, frame.at)
        });
        let way: Vec<_> = stands.collect();
        let known = (self.callers.as_ref()).and_then(|callers| callers.known(&way));
        if let Some(number) = known {
            return number;
        }
        let calls = self.trace();
        match &mut self.callers {
            Some(callers) => callers.add(way, place, calls),
            None => place,
        }
    }
}
