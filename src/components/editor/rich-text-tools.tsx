import type { EditorState } from '@tiptap/pm/state';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { linkAt, tools } from './rich-text-commands';

type Tool = keyof typeof tools;

interface RichTextToolsProps {
  label: string;
  /** Id of the text that the buttons work on. */
  controls: string;
  state: EditorState;
  isLinking: boolean;
  onTool: (name: Tool) => void;
  onLink: () => void;
}

const groups: readonly (readonly (readonly [Tool | 'link', LucideIcon])[])[] = [
  [
    ['bold', Bold],
    ['italic', Italic],
    ['underline', Underline],
  ],
  [
    ['heading2', Heading2],
    ['heading3', Heading3],
  ],
  [
    ['bullets', List],
    ['numbers', ListOrdered],
    ['quote', TextQuote],
    ['link', Link2],
  ],
  [
    ['undo', Undo2],
    ['redo', Redo2],
  ],
];
const names = groups.flat().map(([name]) => name);

/** The buttons of the editor: one stop of Tab, arrows go from one to the next. */
export function RichTextTools({ label, controls, state, isLinking, onTool, onLink }: RichTextToolsProps) {
  const { t } = useTranslation('form');
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Tool | 'link'>('bold');

  function handleKey(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined || !bar.current) return;
    event.preventDefault();
    const forth = getComputedStyle(bar.current).direction === 'rtl' ? -step : step;
    const index = (names.indexOf(current) + forth + names.length) % names.length;
    setCurrent(names[index] ?? 'bold');
    bar.current.querySelectorAll('button')[index]?.focus();
  }
  const isOn = (name: Tool | 'link') => {
    if (name === 'link') return isLinking || linkAt(state) !== undefined;
    const tool = tools[name];
    return 'isOn' in tool && tool.isOn(state);
  };
  const press = useRef<(name: Tool | 'link') => void>(() => undefined);
  press.current = (name) => (name === 'link' ? onLink() : onTool(name));
  const pressed = names.filter(isOn).join();
  const draw = ([name, Icon]: readonly [Tool | 'link', LucideIcon]) => (
    <button
      key={name}
      type="button"
      tabIndex={name === current ? 0 : -1}
      aria-label={t(`form:rich-text.${name}`)}
      title={t(`form:rich-text.${name}`)}
      aria-pressed={name === 'undo' || name === 'redo' ? undefined : isOn(name)}
      className={`grid size-8 place-items-center rounded-badge pointer-coarse:size-9 ${
        isOn(name) ? 'bg-accent-soft text-accent-ink' : 'text-ink-second hover:bg-line-faint hover:text-ink'
      }`}
      onFocus={() => setCurrent(name)}
      // The selection stays where it is while a button is pressed by mouse.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => press.current(name)}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a letter changes no button, only what is pressed does
  const buttons = useMemo(
    () =>
      groups.map((group) => (
        <span key={group[0]?.[0]} className="flex gap-0.5 border-line-faint not-last:border-e not-last:pe-1">
          {group.map(draw)}
        </span>
      )),
    [pressed, current, t],
  );

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      tabIndex={-1}
      onKeyDown={handleKey}
      className="flex flex-wrap gap-x-1 border-b border-line-faint p-1"
    >
      {buttons}
    </div>
  );
}
