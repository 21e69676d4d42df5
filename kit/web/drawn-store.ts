// A store that begins with what the server drew from: the first render over a drawn page takes that as it is, and is not done again for it.
import { createStore, type StoreApi, useStore } from 'zustand';

export interface DrawnStore<State> extends StoreApi<State> {
  (): State;
  <Part>(selector: (state: State) => Part): Part;
  /** Before the first render, the server's as well; what this device knows better comes by `setState` afterwards. */
  drawFrom(state: State): void;
}

/** As zustand's `create`, whose first render over a drawn page is of `initial`, however long ago that was. */
export function createDrawn<State>(initial: State): DrawnStore<State> {
  const store = createStore<State>(() => initial);
  let drawn = initial;
  store.getInitialState = () => drawn;
  const use = <Part>(selector: (state: State) => Part = (state) => state as unknown as Part) => useStore(store, selector);
  const drawFrom = (state: State) => {
    drawn = state;
    store.setState(state, true);
  };
  return Object.assign(use, store, { drawFrom }) as DrawnStore<State>;
}
