import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { Control } from '@/components/inputs/field';
import { formatNumber } from '@/lib/format/format';
import { tools } from './rich-text-commands';
import { RichTextLink } from './rich-text-link';
import { RichTextTools } from './rich-text-tools';
import { useRichText } from './use-rich-text';

interface RichTextProps {
  control: Control;
  label: string;
  value: string;
  /** Most characters that a reader may see. */
  limit: number;
  lang?: string | undefined;
  dir?: string | undefined;
  onChange: (html: string) => void;
  onBlur?: () => void;
}

/** How the marks look while they are written: as HtmlText draws them. */
const textClass =
  'min-h-40 max-h-[36rem] overflow-y-auto px-3 py-2 break-words whitespace-pre-wrap outline-none [&_a]:text-accent-ink [&_a]:underline [&_blockquote]:my-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3 [&_blockquote]:text-ink-second [&_h2]:mt-4 [&_h2]:mb-1.5 [&_h2]:text-card [&_h2]:font-semibold [&_h3]:mt-3 [&_h3]:mb-1 [&_h3]:font-semibold [&_h4]:mt-3 [&_h4]:font-medium [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:ps-5 [&_p]:my-1.5 [&_strong]:font-semibold [&_ul]:my-2 [&_ul]:list-disc [&_ul]:ps-5 [&>*:first-child]:mt-0';

/**
 * A text with a few marks. It weighs 70 kB, so who shows it loads it by `dynamic`; its styles are classes of ours, since
 * the panel's policy lets no script add any.
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
