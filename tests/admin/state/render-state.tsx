import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';

/** Renders a hook on its own store, as on a freshly opened page; `run` acts on the latest result. */
export function renderState<Result>(hook: () => Result) {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, unmount } = renderHook(hook, { wrapper });
  return {
    get now() {
      return result.current;
    },
    run: (action: (now: Result) => void) => act(() => action(result.current)),
    unmount,
  };
}
