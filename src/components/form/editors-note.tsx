import { PencilLine } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { PresenceAnswer } from '@/contract/core/presence';

/**
 * Who else edits the record, or that it is read-only: at the end of the line above the title, on a phone in the space above
 * that line. It takes no extra room, so nothing jumps.
 */
export function EditorsNote({ editors, is_editable }: PresenceAnswer) {
  const { t, i18n } = useTranslation('form');
  const names = new Intl.ListFormat(i18n.language).format(editors);
  const text = is_editable ? t('form:editors', { count: editors.length, names }) : t('form:read-only');
  return (
    <p
      role="status"
      className="absolute end-0 top-0 max-w-[70%] text-small text-warn phone:-top-4 phone:max-w-full"
    >
      {(editors.length > 0 || !is_editable) && (
        <span className="flex items-center gap-1.5" title={text}>
          <PencilLine className="size-3.5 shrink-0" />
          <span className="truncate">{text}</span>
        </span>
      )}
    </p>
  );
}
