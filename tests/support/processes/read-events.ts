import { readEvents } from '@/server/core/events/read-events';
import { modules } from '@/server/modules';
import type { TestApp } from '../server';

/** Lets the consumers of all modules handle what has happened; a running server does so after each commit. */
export const readAllEvents = ({ deps }: Pick<TestApp, 'deps'>): Promise<void> =>
  readEvents(
    deps,
    modules.flatMap(({ consumers }) => consumers ?? []),
    {
      signal: new AbortController().signal,
      report(error) {
        throw error;
      },
    },
  );
