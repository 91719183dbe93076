/** What Play's state is changed by, and what comes of it: types only, which no browser loads. */

/** What advice is asked for. */
export type Purpose = 'hint' | 'peek' | 'bar' | 'query' | 'ahead' | 'best';

type Nothing = {};
/** What is said with a new board. */
type Told = { text?: string; offers?: Offer[] };

/** What happened, by its type. */
export interface Messages {
  press: { cell: number };
  go: { move: Move; by: 'key' | 'swipe' };
  undo: Nothing;
  redo: Nothing;
  pause: Nothing;
  resume: Nothing;
  'toggle-pause': Nothing;
  travel: { made: number; text?: string };
  /** `fewest`: whether only its moves count. */
  begin: { game: Game; fewest?: boolean } & Told;
  open: { opened: Session | Game };
  shuffle: { size?: Size; level?: string } & Told;
  dealt: { game: Game; number: number } & Told;
  level: { level: string };
  restart: Nothing;
  'next-size': Nothing;
  'change-size': { by: 1 | -1 };
  aim: { goal: string; size?: Size };
  fewest: Nothing;
  haunt: { replay?: Replay | null };
  race: { replay: Replay };
  'race-self': Nothing;
  haunted: { ghost: State['ghost'] };
  hint: Nothing;
  peek: Nothing;
  'clear-peek': Nothing;
  bar: Nothing;
  measure: Nothing;
  query: Nothing;
  'ring-over': Nothing;
  advised: { purpose: Purpose; board: Board; fact: Fact; grade: number; hoped: number | null; game: Game };
  unadvised: { purpose: Purpose; error: unknown };
  solve: { seconds?: number };
  'show-now': Nothing;
  'cancel-search': Nothing;
  'search-on': { seconds: number };
  progress: Progress;
  searched: Solved | { error: unknown };
  watch: { line: Move[]; proven: boolean; at?: number; offers?: Offer[] };
  /** `link`: its address. */
  'watch-replay': { replay: Replay; link: string };
  watched: Nothing;
  counted: { board: Board; count: number };
  drive: { what: 'toggle' | 'start' | 'back' | 'on' | 'end' | number };
  speed: { speed: number };
  tick: Nothing;
  leave: Nothing;
  'play-on': Nothing;
  review: Nothing;
  reviewed: { review: Review; answer?: any; error?: unknown };
  'look-at': { at: number };
  'close-review': Nothing;
  retry: { move: number };
  /** `line`: moves to watch first. */
  'try-shared': { line?: Move[] };
  edit: { on: boolean };
  'put-aside': { game: Game | null };
  previous: Nothing;
  say: { text: string; offers?: Offer[]; silent?: boolean };
  greet: Nothing;
  fault: { error: unknown };
  escape: Nothing;
  settings: Nothing;
}

export type Message = { [K in keyof Messages]: { type: K } & Messages[K] }[keyof Messages];

/** What has to be done. */
export type Effect =
  | { do: 'speak'; text: string }
  | { do: 'speak-move'; board: Board; moves: readonly Move[]; left?: number }
  | { do: 'speak-to-go'; left: number }
  | { do: 'keep'; key: string; value: unknown }
  | { do: 'keep-replay'; game: Game }
  | { do: 'choose'; change: Partial<Settings> }
  | ({ do: 'deal'; size: Size; level: string; goal: string; number: number } & Told)
  | { do: 'haunt'; game: Game; replay: Replay | null }
  | { do: 'advise'; purpose: Purpose; game: Game; board: Board; goal: string; enough: number; grade: number; hoped: number | null }
  | { do: 'ring'; millis: number }
  | { do: 'end-ring' }
  | { do: 'search'; board: Board; goal: string; seconds: number }
  | { do: 'stop-search' }
  | { do: 'cancel-search' }
  | { do: 'count'; board: Board; goal: string }
  | { do: 'analyse'; review: Review; start: Board; goal: string }
  | { do: 'feel'; won: boolean }
  | { do: 'shake'; cell: number }
  | { do: 'show-card' }
  | { do: 'close-card' };

/** One message being taken in. */
export type Turn = { state: State; now: number; run: (effect: Effect) => void };
