import { useMemo, useState } from 'react';
import type { AnyResource } from '@/contract/core/define';
import { useSave } from '@/crud/form/use-save';

/** A lever of a row. */
interface Lever {
  id: number;
  key: string;
}

const nameOf = ({ id, key }: Lever) => `${id} ${key}`;

/** The levers of a list, each of which saves at once, with the version that was seen. One hook for all of them: a list has many. */
export function useInlineToggles(resource: AnyResource) {
  const { mutateAsync } = useSave(resource);
  const [moving, setMoving] = useState<ReadonlyMap<string, boolean>>(new Map());

  return useMemo(
    () => ({
      /** Where a lever that is being saved moves; undefined for one that rests. */
      movesTo: (lever: Lever) => moving.get(nameOf(lever)),
      move(lever: Lever, isOn: boolean, seen: { version: number; language: string }) {
        const name = nameOf(lever);
        setMoving((all) => new Map(all).set(name, isOn));
        mutateAsync({ id: lever.id, ...seen, body: { [lever.key]: isOn } })
          // The toast has said what failed.
          .catch(() => undefined)
          .finally(() => setMoving((all) => new Map([...all].filter(([other]) => other !== name))));
      },
    }),
    [mutateAsync, moving],
  );
}
