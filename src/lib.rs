//! Exact dynamics of sowing: what becomes of seeds that are sown round the pits of mancala games.
//!
//! # What a sowing dynamics is
//!
//! Seeds lie in pits, and the pits form a *circuit*. To *sow* is to empty one pit and to drop its
//! seeds one by one into the pits after it; that is all the arithmetic there is
//! ([`sowing::sow`]):
//!
//! ```
//! let mut pits = [4u32, 4, 4, 4, 4, 4];
//! let landing = sowlab::sowing::sow(&mut pits, 0);
//! assert_eq!((pits, landing), ([0, 5, 5, 5, 5, 4], 4));
//! ```
//!
//! A game adds which pit is sown next. Where the players have no choice, the rules are a map on
//! positions ([`orbit::Dynamics`]), and the question is what becomes of a position: the motion
//! ends, or from some moment on, the *preperiod*, it recurs with a *period*
//! ([`orbit::classify`]):
//!
//! ```
//! use sowlab::games::mirall::{Mirall, Row};
//! use sowlab::orbit::{Orbit, classify};
//!
//! let start = Row::uniform(6, 4u32)?;
//! let orbit = classify(&Mirall::new(), &start, u64::MAX, &());
//! assert_eq!(orbit, Ok(Orbit::Periodic { preperiod: 0, period: 54 }));
//! # Ok::<(), sowlab::games::mirall::RowError>(())
//! ```
//!
//! That is the definition, played move by move. What is known about a game makes the same answer
//! cheap, for sizes that no one could play:
//!
//! ```
//! use num_bigint::BigUint;
//! use sowlab::analysis::mirall::{Method, table};
//!
//! let seeds = [BigUint::from(4u32), BigUint::from(10u32).pow(30)];
//! let moves = table(&[6], &seeds, Method::Auto, 1 << 30, &())?.moves;
//! assert_eq!(moves, [54u32, 6_151_546].map(BigUint::from));
//! # Ok::<(), sowlab::analysis::mirall::MirallError>(())
//! ```
//!
//! In *relay sowing*, one side of a four-row game without captures, a motion ends or comes back to
//! its start. A test can prove that it never ends, without playing; and a search finds every motion
//! that never ends, up to a budget of seeds:
//!
//! ```
//! use sowlab::analysis::census::{Instructions, census};
//! use sowlab::analysis::mayer::passes;
//! use sowlab::games::relay::{Relay, State};
//! use sowlab::orbit::{Orbit, classify};
//!
//! let position = [3u64, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
//! let start = State::start(position.to_vec(), 0)?;
//! let orbit = classify(&Relay::default(), &start, u64::MAX, &());
//! assert_eq!(orbit, Ok(Orbit::Periodic { preperiod: 0, period: 128 }));
//! assert!(passes(&position, 0));
//!
//! let rows = census(16, 2, 12, Instructions::best(), None, &())?;
//! let totals: Vec<u64> = rows.iter().filter(|row| row.cycles > 0).map(|row| row.seeds).collect();
//! assert_eq!(totals, [11]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In *Omweso*, two sides of that kind face each other and capture from one another. A turn that never
//! ends captures wherever it can, and then is relay sowing; so it is decided in the same way, along
//! each path of the player's choices:
//!
//! ```
//! use sowlab::analysis::omweso::{Choices, Fate, turns};
//! use sowlab::analysis::relay::Effort;
//! use sowlab::games::omweso::Setup;
//! use sowlab::notation::rows;
//!
//! let position = Setup { rows: rows("1 1/1 1/. 1/. 3")? }.position()?;
//! let found = turns(&position, 1, Choices::All, Effort::default(), &())?;
//! let endless = found.iter().find(|turn| turn.never_ends()).unwrap();
//! assert_eq!(endless.path.to_string(), "cw-ccw");
//! assert!(endless.akawumbi() && matches!(endless.fate, Fate::NeverEnds { preperiod: 2, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Oware* and *Pas de Deux* are games of single laps, which end. What a board is worth to the player to
//! move is found for all boards with few seeds at once, backwards from the ends:
//!
//! ```
//! use sowlab::analysis::endgame::{EndgameError, Endless, Rules, Table, build};
//! use sowlab::games::oware::{GrandSlam, Position, Side};
//!
//! let (grand_slam, repetition) = (GrandSlam::CapturesNothing, Endless::EvenSplit);
//! let mut table = Table::new(Rules { width: 6, grand_slam, repetition }, 6)?;
//! build(&mut table, 1 << 30, &(), |_, _| Ok::<(), EndgameError>(()))?;
//! let position = Position::new(vec![0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0], [20, 25], Side::South)?;
//! let answer = table.query(&position)?;
//! assert_eq!(answer.value.exact(), Some(1));
//! assert_eq!(answer.best().map(|best| best.to_string()).collect::<Vec<_>>(), ["F"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//!
//! | module | what it holds | what it may know |
//! |---|---|---|
//! | [`sowing`] | the one primitive | nothing |
//! | [`orbit`] | a step on a state, and what becomes of a state | [`observer`] |
//! | [`games`] | the rules of each game, readable beside `docs/rules.md` | [`sowing`], [`orbit`] |
//! | [`analysis`] | fast algorithms, each with its slow twin in [`games`] or [`orbit`]: [`mirall`](analysis::mirall); [`relay`](analysis::relay) for one move, [`mayer`](analysis::mayer) for proofs without playing, [`census`](analysis::census) for all cycles, [`longest`](analysis::longest) for moves that end, [`sample`](analysis::sample) for random ones; [`omweso`](analysis::omweso) for one turn, [`hunt`](analysis::hunt) for those of many positions; [`two_row`](analysis::two_row) for moves of Oware and Pas de Deux, [`endgame`](analysis::endgame) for the values of all boards with few seeds, [`solve`](analysis::solve) for that of one by search; [`perft`](analysis::perft) for whole games | the rooms above, and [`notation`] for its errors |
//! | [`certificate`] | a claim about a move that stands alone, and its verifier | the rules: [`games`], [`sowing`] |
//! | [`notation`] | text to values and back, with errors that name the place | nothing |
//! | [`output`] | values to bytes: rows in every format, b-files, catalogues, charts | [`analysis`], [`notation`] |
//! | [`observer`] | how long work reports and is stopped | nothing |
//!
//! # Conventions
//!
//! - **Pits** are numbered from 0, at the left of a row, in the direction of sowing.
//! - **Numbers are exact.** Contents and counts are unsigned integers of a type that a bound shows
//!   to be large enough, or [`num_bigint::BigUint`]; nothing wraps round. Shares and intervals are
//!   the nearest `f64`, and lengths in pictures are rounded; nothing else is.
//! - **One word for one thing**: a field of a row type is a CSV header and a JSON key of the same
//!   name.
//! - **No input or output.** Nothing here prints, opens a file or reads a clock; writers are given,
//!   and long work tells an [`observer::Observer`] how far it is. `&()` is one that does not care.
//! - **Memory is asked for.** What can be large takes the number of bytes it may use, and refuses
//!   before it begins.
//! - **Results depend on the question alone**, not on threads, memory or method.
//!
//! What the algorithms rest on is proved in `docs/theory.md`, what they cost is measured in
//! `docs/performance.md`, and what they found is in `docs/results.md`.

/// The exact integers of the public interface, so that users need not guess their version.
pub use num_bigint;

pub mod analysis;
pub mod certificate;
pub mod experiment;
pub mod games;
pub mod notation;
pub mod observer;
pub mod orbit;
pub mod output;
pub mod sowing;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
