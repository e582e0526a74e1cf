import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import type { Tone } from '@/contract/core/define';

interface FileRowProps {
  name: string;
  tone: Tone;
  /** None for what nobody has to do. */
  state: string | null;
  /** Lines below the name. */
  notes: readonly (string | false | null | undefined)[];
  buttons: ReactNode;
  children?: ReactNode;
}

/** A line of the file: what it is, how it stands, what one can do. */
export function FileRow({ name, tone, state, notes, buttons, children }: FileRowProps) {
  return (
    <li aria-label={name} className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <bdi className="font-medium break-words">{name}</bdi>
            {state && <Badge tone={tone}>{state}</Badge>}
          </div>
          {notes.map(
            (note) =>
              note && (
                <p key={note} className="mt-0.5 text-small break-words text-ink-second">
                  {note}
                </p>
              ),
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
      {children}
    </li>
  );
}
