import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useEffect } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onLeaveQuestion } from '@/lib/form/leave-question';
import { useLeaveGuard } from '@/lib/form/use-leave-guard';
import { storeCredentials } from '@/lib/session/session';
import { onSessionEnd, signInAgain } from '@/lib/session/sign-in-again';
import { fakeRouter } from '../../shell/render-app';

const followed = vi.fn();

function Form({ isDirty }: { isDirty: boolean }) {
  const { guard } = useLeaveGuard('Пропадёт.');
  useEffect(() => guard(isDirty), [guard, isDirty]);
  return (
    <a
      href="https://shop.test/admin/tags"
      onClick={(event) => {
        event.preventDefault();
        followed();
      }}
    >
      метки
    </a>
  );
}

/** The form under a router whose handlers the test calls, and the questions asked. */
function open(isDirty = true) {
  const questions: { text: string; leave: () => void }[] = [];
  const prepare = vi.fn();
  onTestFinished(onLeaveQuestion({ ask: (text, leave) => questions.push({ text, leave }), prepare }));
  const router = { ...fakeRouter('/tags/1/edit'), basePath: '/admin', push: vi.fn(async () => true) };
  render(
    <RouterContext.Provider value={router}>
      <Form isDirty={isDirty} />
    </RouterContext.Provider>,
  );
  const handler = (name: string) =>
    vi.mocked(router.events.on).mock.calls.find(([event]) => event === name)?.[1] as (url: string) => void;
  const popState = () =>
    vi.mocked(router.beforePopState).mock.lastCall?.[0]({ url: '/', as: '/', options: {} }) ?? true;
  return { questions, prepare, router, start: handler('routeChangeStart'), popState };
}

beforeEach(() => {
  followed.mockClear();
  storeCredentials({ token: 'x', permissions: ['super_admin'], role: 'super_admin' });
});

it('loads the dialog with the first change, so that it opens without a network', () => {
  expect(open().prepare).toHaveBeenCalledOnce();
});

it('stops a click on a link, and follows the link once leaving is confirmed', async () => {
  const { questions } = open();

  await userEvent.click(screen.getByRole('link'));
  expect(questions.map(({ text }) => text)).toEqual(['Пропадёт.']);
  expect(followed).not.toHaveBeenCalled();
  questions[0]?.leave();

  await waitFor(() => expect(followed).toHaveBeenCalledOnce());
  expect(questions).toHaveLength(1);
});

it('stops a change of the route, and repeats it with its language once leaving is confirmed', () => {
  const { questions, router, start } = open();

  expect(() => start('/admin/en/tags?page=2')).toThrow('unsaved changes');
  questions[0]?.leave();

  expect(router.push).toHaveBeenCalledExactlyOnceWith('/en/tags?page=2', undefined, { locale: false });
  expect(() => start('/admin/en/tags?page=2')).not.toThrow();
});

it('restores the address on the back button, and goes back once leaving is confirmed', () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  onTestFinished(() => back.mockRestore());
  const { questions, popState } = open();

  expect(popState()).toBe(false);
  questions[0]?.leave();

  expect(back).toHaveBeenCalledOnce();
  expect(popState()).toBe(true);
});

it('asks nothing without changes', async () => {
  const { questions, prepare, start, popState } = open(false);

  await userEvent.click(screen.getByRole('link'));
  start('/admin/tags');

  expect(popState()).toBe(true);
  expect(followed).toHaveBeenCalledOnce();
  expect([questions, prepare.mock.calls]).toEqual([[], []]);
});

it('keeps the unsaved input known under another router, so that an ended session asks to sign in again', () => {
  storeCredentials({ token: 'ended', permissions: [], role: '' });
  const asked = vi.fn(() => true);
  onTestFinished(onSessionEnd(asked));
  const under = () => (
    <RouterContext.Provider value={{ ...fakeRouter('/tags/1/edit'), basePath: '/admin' }}>
      <Form isDirty />
    </RouterContext.Provider>
  );
  const { rerender } = render(under());
  rerender(under());

  void signInAgain('ended', false);

  expect(asked).toHaveBeenCalledWith('ended');
});
