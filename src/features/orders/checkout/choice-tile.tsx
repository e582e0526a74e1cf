import type { ReactNode } from 'react';

interface ChoiceTileProps {
  name: string;
  value: string;
  isChosen: boolean;
  title: ReactNode;
  text?: ReactNode;
  onChoose: () => void;
  /** Button at the end, outside the radio's label. */
  action?: ReactNode;
}

/** Radio button with title and text, drawn as a tile. */
export function ChoiceTile({ name, value, isChosen, title, text, onChoose, action }: ChoiceTileProps) {
  return (
    <div className="relative flex items-start gap-1 rounded-card border border-line transition-colors hover:border-ink-third has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <label className="flex min-h-11 min-w-0 flex-1 items-start gap-3 p-3">
        <input
          type="radio"
          name={name}
          value={value}
          checked={isChosen}
          className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          onChange={onChoose}
        />
        <span className="min-w-0">
          <span className="block font-medium break-words">
            <bdi>{title}</bdi>
          </span>
          {text && (
            <span className="block text-small break-words text-ink-second">
              <bdi>{text}</bdi>
            </span>
          )}
        </span>
      </label>
      {action}
    </div>
  );
}
