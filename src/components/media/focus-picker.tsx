import type { KeyboardEvent, MouseEvent } from 'react';
import type { Attachment } from '@/contract/core/define';
import { fileUrl } from '@/lib/api/client';

type Focus = NonNullable<Attachment['focus']>;

interface FocusPickerProps {
  picture: Attachment;
  /** Says what is pointed at and how. */
  label: string;
  className: string;
  onChange: (focus: Focus) => void;
}

const middle: Focus = { x: 50, y: 50 };
const step = 5;
const arrows: Partial<Record<string, Focus>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** A picture and the point of it that stays visible when it is cropped: by a click or by the arrows. */
export function FocusPicker({ picture, label, className, onChange }: FocusPickerProps) {
  const focus = picture.focus ?? middle;
  const handleClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    // Enter on the button is no point.
    if (detail === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: share((clientX - left) / width), y: share((clientY - top) / height) });
  };
  const handleKey = (event: KeyboardEvent) => {
    const move = arrows[event.key];
    if (!move) return;
    event.preventDefault();
    onChange({ x: within(focus.x + move.x), y: within(focus.y + move.y) });
  };
  return (
    <button
      type="button"
      aria-label={label}
      className={`relative block cursor-crosshair overflow-hidden border border-line bg-sunken ${className}`}
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      <img src={fileUrl(picture.original)} alt="" className="size-full object-cover" />
      <span
        aria-hidden="true"
        className="absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-accent/60 shadow-floating"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
      />
    </button>
  );
}

const within = (percent: number) => Math.min(100, Math.max(0, percent));
const share = (part: number) => within(Math.round(part * 100));
