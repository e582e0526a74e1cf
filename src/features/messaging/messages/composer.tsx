import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { ReplyTemplates } from '@/components/domain/replies/reply-templates';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/contract/core/define';
import { type Conversation, maxMessageFiles, maxMessageLength } from '@/contract/messaging/conversations';
import { findPlaceholder } from '@/contract/messaging/reply-templates/placeholders';
import { messageKey, toClientError } from '@/lib/api/errors';
import { uploadFiles } from '@/lib/api/upload';
import { selectPlaceholder, withReply } from '@/lib/reply-templates';
import { showToast } from '@/lib/toast';
import { useTextDraft } from './use-text-draft';

interface ComposerProps {
  talk: Conversation;
  onSend: (body: string, attachments: Attachment[]) => void;
}

/** Message input: Enter sends, Shift+Enter breaks the line; files upload while typing. */
export function Composer({ talk, onSend }: ComposerProps) {
  const { t } = useTranslation(['messaging', 'common']);
  const [text, setText] = useTextDraft(talk.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const { files, isUploading, add, remove, clear } = useFiles();

  const send = () => {
    if (isUploading) return;
    const body = text.trim();
    const gap = findPlaceholder(body);
    if (gap) {
      showToast('error', t('common:templates.unfilled', { word: body.slice(gap.start, gap.end) }));
      return selectPlaceholder(box);
    }
    if (body === '' && files.length === 0) showToast('error', t('messaging:messages.required'));
    else {
      onSend(body, files);
      setText('');
      clear();
    }
    box.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const handlePaste = ({ clipboardData }: ClipboardEvent) => void add([...clipboardData.files]);

  return (
    <form
      className="border-t border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ChosenFiles files={files} onRemove={remove} />
      <div className="flex items-end gap-2">
        <AttachButton onFiles={(chosen) => void add(chosen)} />
        <ReplyTemplates
          shop={talk.side === 'shop' ? talk.shop : null}
          values={{ shop: talk.shop.name, ...(talk.user && { customer: talk.user.name }) }}
          onPick={(reply) => {
            setText(withReply(box, text, reply).slice(0, maxMessageLength));
            selectPlaceholder(box);
          }}
        />
        <Textarea
          ref={box}
          rows={1}
          value={text}
          maxLength={maxMessageLength}
          aria-label={t('messaging:messages.write')}
          placeholder={t('messaging:messages.write')}
          className="max-h-40 min-w-0 flex-1 overflow-y-auto"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
        <Button
          type="submit"
          variant="primary"
          aria-label={t('messaging:messages.send')}
          isLoading={isUploading}
          icon={<SendHorizontal aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />}
        />
      </div>
    </form>
  );
}

function useFiles() {
  const { t } = useTranslation(['messaging', 'common']);
  const [files, setFiles] = useState<Attachment[]>([]);
  const [isUploading, setUploading] = useState(false);
  const add = async (chosen: File[]) => {
    if (chosen.length === 0) return;
    if (files.length + chosen.length > maxMessageFiles) {
      showToast('error', t('messaging:messages.too-many-files', { count: maxMessageFiles }));
      return;
    }
    setUploading(true);
    try {
      const stored = await uploadFiles(chosen);
      setFiles((before) => [...before, ...stored]);
    } catch (error) {
      showToast('error', t(messageKey(toClientError(error))));
    } finally {
      setUploading(false);
    }
  };
  const remove = (id: number) => setFiles((before) => before.filter((file) => file.id !== id));
  return { files, isUploading, add, remove, clear: () => setFiles([]) };
}

function ChosenFiles({ files, onRemove }: { files: readonly Attachment[]; onRemove: (id: number) => void }) {
  const { t } = useTranslation('messaging');
  if (files.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5">
      {files.map(({ id, file_name }) => {
        const name = file_name ?? t('messaging:messages.file');
        return (
          <li
            key={id}
            className="inline-flex h-7 max-w-full items-center gap-1 rounded-badge bg-accent-soft ps-2.5 pe-1 pointer-coarse:h-10 pointer-coarse:pe-0 text-small font-medium text-accent-ink"
          >
            <span className="truncate">{name}</span>
            <button
              type="button"
              aria-label={t('messaging:messages.remove-file', { name })}
              className="grid size-5 pointer-coarse:size-10 shrink-0 place-items-center rounded-badge hover:bg-accent/15"
              onClick={() => onRemove(id)}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('messaging');
  return (
    <label className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-control text-ink-second focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-sunken hover:text-ink pointer-coarse:size-10">
      <input
        type="file"
        multiple
        className="sr-only"
        aria-label={t('messaging:messages.attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Paperclip aria-hidden="true" className="size-4.5" />
    </label>
  );
}
