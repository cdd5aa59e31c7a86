//! The backward search, 128 partial states side by side, one pit at a time.
//!
//! Every lane goes backwards round the circuit and takes a seed from each pit into its hand; all
//! lanes are at the same pit, so a step needs no division, no rotation and no table. A pit found
//! empty was the origin of the hand, and gets it. A pit that is not known yet may be empty or not:
//! the lane goes on with one, and the other waits in the [`Pool`]. See `docs/theory.md`.

// As in `lanes`: everything is inlined into one function for each set of instructions.
#![allow(clippy::inline_always)]

use super::lanes::{LANES, Lanes, Mask, Moves, Row, lane_bit, ones};
use super::pool::{Field, Layout, NO_PLACE, Pool, UNKNOWN, flag};
use super::walk::{Fate, Walker};
use super::{Cycle, MOST_PITS};

/// With fewer lanes than this at work and nothing waiting, each is finished by itself.
const FEW: u32 = 6;
/// Idle lanes that it is worth to go to the pool for.
const IDLE: u32 = 16;

/// Each bit of a byte, in every lane.
const BITS: [Row; 8] = {
    let mut bits = [Row::splat(0); 8];
    let mut bit = 0;
    while bit < 8 {
        bits[bit] = Row::splat(1 << bit);
        bit += 1;
    }
    bits
};

/// Each lane's own number.
const NUMBERS: Row = {
    let mut numbers = Row::splat(0);
    let mut lane = 0;
    while lane < LANES {
        numbers.0[lane] = lane as u8;
        lane += 1;
    }
    numbers
};

/// The lanes.
pub(super) struct Search {
    layout: Layout,
    /// The columns of the lanes as they were at the beginning of the round: the pits,
    pits: Vec<Row>,
    /// and the rows after them.
    rest: Vec<Row>,
    /// The pits after this round, as far as it has come.
    next: Vec<Row>,
    /// The hand, the spare, the laps and the matched hands after this round.
    after: [Row; 4],
    /// Laps and rounds of each lane that its rows have no room for.
    laps: [u64; LANES],
    rounds: [u64; LANES],
    /// Lanes that have such.
    long: u128,
    /// Lanes at work.
    alive: u128,
    /// At each place, the lanes that could have taken the pit as empty and passed it.
    forks: [u128; MOST_PITS],
    /// At each place, the lanes that had their origin there,
    origins: [u128; MOST_PITS],
    /// and those whose last hands then were the word's first two.
    matches: [u128; MOST_PITS],
    /// Seeds of the budget that a cycle may leave; those with a smaller total are passed over.
    most_spare: u8,
    branches: Branches,
    found: Vec<Cycle>,
}

/// The other branches of the forks of a round, one after the other.
struct Branches {
    /// The lane of each.
    lanes: [u8; (MOST_PITS + 2) * LANES],
    /// The place of the fork.
    places: [u8; (MOST_PITS + 2) * LANES],
}

impl Search {
    /// A search with no lane at work.
    pub fn new(layout: Layout, most_spare: u8) -> Self {
        let rows = |count| vec![Row::splat(0); count];
        Self {
            layout,
            pits: rows(layout.pits),
            rest: rows(layout.rows() - layout.pits),
            next: rows(layout.pits),
            after: [Row::splat(0); 4],
            laps: [0; LANES],
            rounds: [0; LANES],
            long: 0,
            alive: 0,
            forks: [0; MOST_PITS],
            origins: [0; MOST_PITS],
            matches: [0; MOST_PITS],
            most_spare,
            branches: Branches {
                lanes: [0; (MOST_PITS + 2) * LANES],
                places: [0; (MOST_PITS + 2) * LANES],
            },
            found: Vec::new(),
        }
    }

    /// Whether no lane is at work.
    pub fn idle(&self) -> bool {
        self.alive == 0
    }

    /// The cycles found since the last call.
    pub fn found(&mut self) -> std::vec::Drain<'_, Cycle> {
        self.found.drain(..)
    }

    /// Plays one round: each lane goes once round the circuit. The other branches of its forks go
    /// to idle lanes, if `recycle` says so, and to the pool.
    ///
    /// # Safety
    /// The processor must have the instructions of `L`.
    #[inline(always)]
    pub unsafe fn step<L: Lanes>(&mut self, pool: &mut Pool, recycle: bool) {
        unsafe {
            self.round::<L>();
            self.compare::<L>();
            let forks = self.list_forks::<L>();
            let idle = if recycle { L::lowest(!self.alive, forks) } else { 0 };
            let recycled = idle.count_ones() as usize;
            for begin in (recycled..forks).step_by(LANES) {
                self.put_by::<L>(pool, begin, (forks - begin).min(LANES));
            }
            self.settle::<L>(idle);
        }
    }

    /// The index of a field in `rest`.
    #[inline(always)]
    fn at(&self, field: Field) -> usize {
        self.layout.field(field) - self.layout.pits
    }

    /// Moves columns from the pool into idle lanes.
    ///
    /// # Safety
    /// As [`Search::step`].
    #[inline(always)]
    pub unsafe fn fill<L: Lanes>(&mut self, pool: &mut Pool) {
        let idle = (!self.alive).count_ones();
        if idle < IDLE || pool.len() == 0 {
            return;
        }
        pool.balance();
        let count = pool.len().min(idle as usize);
        let (lanes, moves) = unsafe {
            let lanes = L::lowest(!self.alive, count);
            (lanes, Moves::new::<L>(lanes, &NUMBERS.0))
        };
        pool.popped(count);
        for (index, row) in self.pits.iter_mut().chain(&mut self.rest).enumerate() {
            let columns = Row(*pool.end(index));
            unsafe { L::store(row, L::moved(&columns, &moves, L::load(row))) };
        }
        self.begin(lanes);
    }

    /// Sets lanes to work.
    fn begin(&mut self, lanes: u128) {
        self.alive |= lanes;
        for lane in ones(lanes & self.long) {
            (self.laps[lane], self.rounds[lane]) = (0, 0);
        }
        self.long &= !lanes;
    }

    #[inline(always)]
    unsafe fn round<L: Lanes>(&mut self) {
        unsafe {
            let n = self.layout.pits;
            let [zero, one, all] = [0, 1, 255].map(|byte| L::splat(byte));
            let nowhere = L::Mask::from_bits(0);

            // Whether the unknown pits from this one down to pit 0 or the first known are odd in
            // number.
            let mut odd = [nowhere; MOST_PITS];
            let mut run = nowhere;
            for (row, odd) in self.pits.iter().zip(&mut odd) {
                run = L::high(L::load(row)) & !run;
                *odd = run;
            }

            let rest = |field| L::load(&self.rest[self.at(field)]);
            let mut hand = rest(Field::Hand);
            let mut spare = rest(Field::Spare);
            let mut laps = rest(Field::Laps);
            let (first, second) = (rest(Field::First), rest(Field::Second));
            let last_forced = rest(Field::LastForced);
            let flags = rest(Field::Flags);
            let mut matched = L::meet(flags, L::splat(flag::MATCHED));
            // Whether the second hand of the word can also be the first of another round of it.
            let doubled = L::eq(first, second);
            let mut alive = L::Mask::from_bits(self.alive);
            // Whether the run of unknown pits passed last is odd.
            let mut passed_odd = nowhere;

            let pits = &self.pits[..n];
            let next = &mut self.next[..n];
            let (starts, rest) = self.rest.split_at_mut(n);
            let forced_rows = &rest[self.layout.field(Field::Forced) - 2 * n..];
            let (odd, forks) = (&odd[..n], &mut self.forks[..n]);
            let (origins, both) = (&mut self.origins[..n], &mut self.matches[..n]);

            let mut pit = L::load(&pits[n - 1]);
            let mut empty = L::eq(pit, zero);
            // The pit passed last, as it was before.
            let mut before = L::add(L::load(&pits[0]), one);
            let mut place_number = L::splat(n as u8);
            // Whether the hand has come from one pit only: the pit passed last was an origin.
            let mut single = L::eq(hand, one);

            for place in (0..n).rev() {
                let ahead = L::load(if place > 0 { &pits[place - 1] } else { &next[n - 1] });
                place_number = L::add(place_number, all);
                let unknown = L::high(pit);
                let empty_ahead = L::eq(ahead, zero);

                // Why this pit was not the origin of the hand: a hand of one seed, now or next; a
                // place of landing beside another; a word that is not the largest of its rotations.
                let expected = L::select(matched, second, first);
                let same = L::eq(hand, expected);
                let over = L::gt(hand, expected);
                let bad = single | empty_ahead | over | L::eq(hand, ahead) | L::eq(hand, before);

                // Why an unknown pit cannot be passed: the hand may not grow; or what it takes from
                // the spare, 0, 1 or 2, is not there.
                let takes_some = odd[place] | passed_odd;
                let takes_two = odd[place] & passed_odd;
                let full = same | over;
                let tight =
                    full | (L::eq(spare, zero) & takes_some) | (L::eq(spare, one) & takes_two);

                let forced = L::meet(L::load(&forced_rows[place / 8]), L::load(&BITS[place % 8]));
                let repeats = L::gt(place_number, last_forced);
                let viable = unknown & !bad;
                let taken = unknown & (forced | (viable & tight));
                let passed = unknown & !taken;
                let origin = empty | taken;
                forks[place] = (viable & alive & !(tight | forced | repeats)).bits();
                alive = alive & !((empty & bad) | (passed & tight) | (full & !origin));

                spare = L::add_where(passed & takes_some, spare, all);
                spare = L::add_where(passed & takes_two, spare, all);
                spare = L::add_where(taken & !odd[place], spare, one);
                passed_odd = passed & !passed_odd;

                // The hand goes to its origin; of that the next hand takes the first seed.
                let hand_less_one = L::add(hand, all);
                L::store(&mut next[place], L::select(origin, hand_less_one, L::add(pit, all)));
                let start = L::select(taken, pit, L::load(&starts[place]));
                L::store(&mut starts[place], start);
                before = pit;
                (pit, empty) = (ahead, empty_ahead);

                let same = same & origin;
                both[place] = (same & matched & alive).bits();
                origins[place] = origin.bits();
                matched = (matched & !origin) | (same & (!matched | doubled));
                laps = L::add_where(origin, laps, one);
                single = origin;
                hand = L::select(origin, one, L::add(hand, one));
            }

            self.alive = alive.bits();
            let flags = L::add(
                L::select(matched, L::splat(flag::MATCHED), zero),
                L::select(L::meet(flags, L::splat(flag::OPEN)), L::splat(flag::OPEN), zero),
            );
            for (row, vector) in self.after.iter_mut().zip([hand, spare, laps, flags]) {
                L::store(row, vector);
            }
        }
    }

    /// Compares the lanes whose last hands were the word's first two with their starts: the pits
    /// behind the pivot, one by one, until the two differ. (The pivots hold the same hand.)
    #[inline(always)]
    unsafe fn compare<L: Lanes>(&mut self) {
        let n = self.layout.pits;
        let mut open = 0;
        for place in (0..n).rev() {
            let mut equal = self.matches[place] & self.alive;
            for behind in 1..n {
                if equal == 0 {
                    break;
                }
                // The start's pivot was pit 0.
                let start = n - behind;
                let pit = if behind <= place { place - behind } else { place + start };
                unsafe {
                    let then = |pit: usize| {
                        let rows = if pit < place { &self.pits } else { &self.next };
                        L::load(&rows[pit])
                    };
                    let unknown = (L::high(then(pit)) | L::high(then(start))).bits();
                    // The start's content is kept as 255 less it.
                    let more = L::add(L::add(then(pit), L::load(&self.rest[start])), L::splat(1));
                    open |= equal & unknown;
                    equal &= !unknown;
                    self.alive &= !(equal & L::gt(more, L::splat(0)).bits());
                    equal &= L::eq(more, L::splat(0)).bits();
                }
            }
            for lane in ones(equal) {
                self.close(lane, place, open & lane_bit(lane) != 0);
            }
            self.alive &= !equal;
        }
        for lane in ones(open) {
            self.after[3].0[lane] |= flag::OPEN;
        }
    }

    /// Lists the other branches of the forks and returns their number.
    #[inline(always)]
    unsafe fn list_forks<L: Lanes>(&mut self) -> usize {
        let Branches { lanes, places } = &mut self.branches;
        let mut count = 0;
        for (place, &forks) in self.forks[..self.layout.pits].iter().enumerate() {
            let (lanes, places) = (&mut lanes[count..], &mut places[count..]);
            let room = "the list has room for every lane at every place, and twice that of one";
            unsafe { L::list(lanes.first_chunk_mut().expect(room), forks) };
            *places.first_chunk_mut::<LANES>().expect(room) = [place as u8; LANES];
            count += forks.count_ones() as usize;
        }
        count
    }

    /// Puts branches into the pool: the lane as it was at the beginning of the round, and the
    /// places at which it is to take an unknown pit as empty.
    #[inline(always)]
    unsafe fn put_by<L: Lanes>(&self, pool: &mut Pool, begin: usize, count: usize) {
        pool.balance();
        let room = "the list has room for all lanes once more";
        let lanes = self.branches.lanes[begin..].first_chunk().expect(room);
        let places = self.branches.places[begin..].first_chunk().expect(room);
        for (index, row) in self.pits.iter().chain(&self.rest).enumerate() {
            unsafe { L::gather(pool.end(index), lanes, count, row) };
        }
        *pool.end(self.layout.field(Field::LastForced)) = *places;
        let forced = self.layout.field(Field::Forced);
        for (column, &place) in places[..count].iter().enumerate() {
            pool.end(forced + usize::from(place / 8))[column] |= 1 << (place % 8);
        }
        pool.pushed(count);
    }

    /// Makes the end of the round the beginning of the next. The lanes of `set` get the first
    /// branches: again the lane as it was at the beginning of the round.
    #[inline(always)]
    unsafe fn settle<L: Lanes>(&mut self, set: u128) {
        unsafe {
            let room = "the list has room for every lane";
            let recycled = &Moves::new::<L>(set, self.branches.lanes.first_chunk().expect(room));
            let [zero, one] = [0, 1].map(|byte| L::splat(byte));
            let spare_after = self.after[1];

            for (before, after) in self.pits.iter().zip(&mut self.next) {
                L::store(after, L::moved(before, recycled, L::load(after)));
            }
            std::mem::swap(&mut self.pits, &mut self.next);
            let own = self.at(Field::First)..=self.at(Field::Second);
            for index in (0..self.layout.pits).chain(own) {
                let row = &mut self.rest[index];
                L::store(row, L::moved(row, recycled, L::load(row)));
            }

            // Laps carry over into units of 128; what the rows cannot hold goes to the lanes.
            let laps = L::load(&self.after[2]);
            let carried = L::high(laps);
            let [laps128, rounds] = [Field::Laps128, Field::Rounds].map(|field| self.at(field));
            let mut more = L::add(L::load(&self.rest[laps128]), L::select(carried, one, zero));
            let mut turns = L::add(L::load(&self.rest[rounds]), one);
            L::store(&mut self.after[2], L::add_where(carried, laps, L::splat(128)));
            let full = L::high(more) | L::high(turns);
            let lanes = full.bits() & self.alive;
            if lanes != 0 {
                // A branch is not given these numbers. None is needed: an unknown pit takes a seed
                // of the budget in every round, and budgets are smaller than 128.
                debug_assert_eq!(lanes & self.unknown::<L>().bits(), 0, "all pits are known");
                let [mut more_row, mut turns_row] = [Row::splat(0); 2];
                L::store(&mut more_row, more);
                L::store(&mut turns_row, turns);
                for lane in ones(lanes) {
                    self.laps[lane] += 128 * u64::from(more_row.0[lane]);
                    self.rounds[lane] += u64::from(turns_row.0[lane]);
                }
                self.long |= lanes;
            }
            more = L::select(full, zero, more);
            turns = L::select(full, zero, turns);
            for (row, after) in [(laps128, more), (rounds, turns)] {
                let row = &mut self.rest[row];
                L::store(row, L::moved(row, recycled, after));
            }

            let [hand, spare, laps, flags] = self.after;
            for (field, after) in [
                (Field::Hand, hand),
                (Field::Spare, spare),
                (Field::Laps, laps),
                (Field::Flags, flags),
            ] {
                let at = self.at(field);
                let row = &mut self.rest[at];
                L::store(row, L::moved(row, recycled, L::load(&after)));
            }

            let places = L::spread(set, self.branches.places.first_chunk().expect(room));
            let set_lanes = L::Mask::from_bits(set);
            let last = self.at(Field::LastForced);
            L::store(&mut self.rest[last], L::select(set_lanes, places, L::splat(NO_PLACE)));
            let forced = self.at(Field::Forced);
            for (eight, row) in self.rest[forced..].iter_mut().enumerate() {
                let mut bits = L::moved(row, recycled, zero);
                for (bit, row) in BITS.iter().enumerate() {
                    let here = L::eq(places, L::splat((8 * eight + bit) as u8)) & set_lanes;
                    bits = L::add_where(here, bits, L::load(row));
                }
                L::store(row, bits);
            }

            if self.most_spare < NO_PLACE {
                // The spare of a lane that is known is what its total leaves of the budget.
                let small = L::gt(L::load(&spare_after), L::splat(self.most_spare));
                let known = !self.unknown::<L>();
                self.alive &= !(known & small).bits();
            }
            self.begin(set);
        }
    }

    /// The lanes that have an unknown pit.
    #[inline(always)]
    unsafe fn unknown<L: Lanes>(&self) -> L::Mask {
        let mut some = L::Mask::from_bits(0);
        for row in &self.pits {
            some = some | unsafe { L::high(L::load(row)) };
        }
        some
    }

    /// Takes up the cycle of a lane that came back to its start with the origin at `place`.
    fn close(&mut self, lane: usize, place: usize, open: bool) {
        let n = self.layout.pits;
        let later = (0..place).filter(|&place| self.origins[place] & lane_bit(lane) != 0).count();
        let laps = self.laps_before(lane) + u64::from(self.after[2].0[lane]) - later as u64;
        let places = self.rounds_before(lane) * n as u64 + (n - place) as u64;
        self.take_up(lane, open || self.after[3].0[lane] & flag::OPEN != 0, laps, places);
    }

    fn laps_before(&self, lane: usize) -> u64 {
        self.laps[lane] + 128 * u64::from(self.rest[self.at(Field::Laps128)].0[lane])
    }

    fn rounds_before(&self, lane: usize) -> u64 {
        self.rounds[lane] + u64::from(self.rest[self.at(Field::Rounds)].0[lane])
    }

    /// Takes up a cycle that has come back to its start. If a comparison was left open, the start
    /// may not be the largest of its rotations, or may have come back before.
    fn take_up(&mut self, lane: usize, open: bool, mut laps: u64, mut places: u64) {
        let start = self.start(lane);
        if open {
            let mut walker = Walker::at_start(&start, self.word(lane));
            match walker.run_to_known() {
                Fate::Dead => return,
                Fate::Closed => (laps, places) = (walker.laps, walker.places),
                Fate::Stopped => {}
            }
        }
        self.found.push(Cycle::new(&start, laps, places));
    }

    fn start(&self, lane: usize) -> Vec<u8> {
        self.rest[..self.layout.pits].iter().map(|row| UNKNOWN - row.0[lane]).collect()
    }

    fn word(&self, lane: usize) -> [u8; 2] {
        [Field::First, Field::Second].map(|field| self.rest[self.at(field)].0[lane])
    }

    /// Finishes the last lanes one by one, if they are few and know all their pits.
    ///
    /// # Safety
    /// As [`Search::step`].
    #[inline(always)]
    pub unsafe fn finish<L: Lanes>(&mut self, stop: &dyn Fn() -> bool) {
        if self.alive.count_ones() >= FEW || unsafe { self.unknown::<L>() }.bits() & self.alive != 0
        {
            return;
        }
        for lane in ones(std::mem::take(&mut self.alive)) {
            let start = self.start(lane);
            let flags = self.rest[self.at(Field::Flags)].0[lane];
            let byte = |field| self.rest[self.at(field)].0[lane];
            let mut walker = Walker {
                pits: self.pits.iter().map(|row| row.0[lane]).collect(),
                matched: flags & flag::MATCHED != 0,
                hand: byte(Field::Hand),
                laps: self.laps_before(lane) + u64::from(byte(Field::Laps)),
                places: self.rounds_before(lane) * self.layout.pits as u64,
                ..Walker::at_start(&start, self.word(lane))
            };
            if walker.run(stop) == Fate::Closed {
                let Walker { laps, places, .. } = walker;
                self.take_up(lane, flags & flag::OPEN != 0, laps, places);
            }
        }
    }
}
