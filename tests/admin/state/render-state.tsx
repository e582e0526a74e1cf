import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';

/** Renders a hook on a store of its own, as a freshly opened page would have; `run` acts on what the hook last answered. */
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
