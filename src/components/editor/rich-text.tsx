import type { Command, EditorState } from '@tiptap/pm/state';
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
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { linkAt, setLink, tools } from '@/components/editor/rich-text-commands';
import { useRichText } from '@/components/editor/use-rich-text';
import type { Control } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format/format';
import { linkAddress } from '@/lib/format/rich-text';

interface RichTextProps {
  control: Control;
  label: string;
  value: string;
  /** Maximum number of visible characters. */
  limit: number;
  lang?: string | undefined;
  dir?: string | undefined;
  onChange: (html: string) => void;
  onBlur?: () => void;
}

/** Styles of the marks while editing; HtmlText uses the same. */
const textClass =
  'min-h-40 max-h-[36rem] overflow-y-auto px-3 py-2 break-words whitespace-pre-wrap outline-none [&_a]:text-accent-ink [&_a]:underline [&_blockquote]:my-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3 [&_blockquote]:text-ink-second [&_h2]:mt-4 [&_h2]:mb-1.5 [&_h2]:text-card [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:mb-1 [&_h3]:font-semibold [&_h4]:mt-3 [&_h4]:font-medium [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:ps-5 [&_p]:my-1.5 [&_strong]:font-semibold [&_ul]:my-2 [&_ul]:list-disc [&_ul]:ps-5 [&_table]:my-2 [&_table]:border-collapse [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_td]:align-top [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-start [&_th]:align-top [&_dt]:mt-1 [&_dt]:font-medium [&_dd]:ps-4 [&_hr]:my-3 [&_hr]:border-line [&>*:first-child]:mt-0';

/**
 * A rich-text editor with a few marks. Weighs 70 kB, so load it by `dynamic`. Styled by our own classes, because the
 * content security policy blocks injected styles.
 */
export function RichText({ control, label, value, limit, lang, dir, onChange, onBlur }: RichTextProps) {
  const { t, i18n } = useTranslation('form');
  const [isLinking, setLinking] = useState(false);
  const { mount, state, run, focus } = useRichText({
    value,
    onChange,
    ...(onBlur && { onBlur }),
    attributes: {
      id: control.id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-invalid': String(control['aria-invalid']),
      ...(control['aria-required'] && { 'aria-required': 'true' }),
      ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
      ...(lang && { lang }),
      dir: dir ?? 'auto',
      class: textClass,
    },
  });
  const length = state.doc.textContent.length;
  const isTooLong = length > limit;
  const number = (count: number) => formatNumber(count, i18n.language);

  return (
    <div
      className={`rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${
        control['aria-invalid'] || isTooLong ? 'border-bad' : 'border-line'
      }`}
    >
      <RichTextTools
        label={t('form:rich-text.tools', { name: label })}
        controls={control.id}
        state={state}
        isLinking={isLinking}
        onTool={(name) => run(tools[name].run)}
        onLink={() => setLinking(!isLinking)}
      />
      {isLinking && (
        <RichTextLink
          state={state}
          onRun={run}
          onClose={() => {
            setLinking(false);
            focus();
          }}
        />
      )}
      <div ref={mount} />
      <p
        className={`flex justify-end gap-3 px-3 pb-1.5 text-small ${isTooLong ? 'font-medium text-bad' : 'text-ink-second'}`}
        aria-live={isTooLong ? 'polite' : 'off'}
      >
        {t(isTooLong ? 'form:rich-text.too-long' : 'form:rich-text.length', {
          length: number(length),
          limit: number(limit),
        })}
      </p>
    </div>
  );
}

type Tool = keyof typeof tools;

interface RichTextToolsProps {
  label: string;
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

/** The editor's toolbar: one Tab stop, arrows move between buttons. */
function RichTextTools({ label, controls, state, isLinking, onTool, onLink }: RichTextToolsProps) {
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
  const isOn = (name: Tool | 'link') => (name === 'link' && isLinking) || isToolOn(name, state);
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
      className={`grid size-8 place-items-center rounded-badge pointer-coarse:size-10 ${
        isOn(name) ? 'bg-accent-soft text-accent-ink' : 'text-ink-second hover:bg-line-faint hover:text-ink'
      }`}
      onFocus={() => setCurrent(name)}
      // Keeps the selection when a button is pressed by mouse.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => press.current(name)}
    >
      <Icon className="size-4" />
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

function isToolOn(name: Tool | 'link', state: EditorState): boolean {
  if (name === 'link') return linkAt(state) !== undefined;
  const tool = tools[name];
  return 'isOn' in tool && tool.isOn(state);
}

interface RichTextLinkProps {
  state: EditorState;
  onRun: (command: Command) => void;
  onClose: () => void;
}

/** Target of a link: a web or mail address. Inside a form, so Enter is handled before it submits. */
function RichTextLink({ state, onRun, onClose }: RichTextLinkProps) {
  const { t } = useTranslation('form');
  const old = linkAt(state);
  const [address, setAddress] = useState(old ?? '');
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function apply() {
    const href = linkAddress(address);
    setWrong(href === undefined);
    if (href === undefined) return;
    onRun(setLink(href));
    onClose();
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onClose();
  }

  return (
    <div className="border-b border-line-faint bg-sunken p-2">
      <div className="flex flex-wrap gap-2">
        <Input
          ref={input}
          type="url"
          inputMode="url"
          dir="ltr"
          className="min-w-0 flex-1 basis-48"
          aria-label={t('form:rich-text.address')}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'rich-text-link-error' : undefined}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={handleKey}
        />
        <Button onClick={apply}>{t('form:rich-text.apply')}</Button>
        {old !== undefined && (
          <Button
            variant="ghost"
            onClick={() => {
              onRun(setLink(null));
              onClose();
            }}
          >
            {t('form:rich-text.unlink')}
          </Button>
        )}
      </div>
      {isWrong && (
        <p id="rich-text-link-error" role="alert" className="mt-1 text-small font-medium text-bad">
          {t('form:rich-text.wrong-address')}
        </p>
      )}
    </div>
  );
}
