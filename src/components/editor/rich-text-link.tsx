import type { Command, EditorState } from '@tiptap/pm/state';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { linkAddress } from '@/lib/format/rich-text';
import { linkAt, setLink } from './rich-text-commands';

interface RichTextLinkProps {
  state: EditorState;
  onRun: (command: Command) => void;
  onClose: () => void;
}

/** Where a link of the text leads: a site or a mail address. Part of a form, so Enter is taken before it saves. */
export function RichTextLink({ state, onRun, onClose }: RichTextLinkProps) {
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
