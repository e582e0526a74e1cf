import { useTranslation } from 'next-i18next/pages';
import { WrittenText } from '@/components/ui/written-text';
import { useModalActions } from '@/state/modal';

interface LongTextProps {
  text: string;
  /** Title of the dialog with the full text. */
  title: string;
}

/** About four lines of a table cell. */
const fits = 260;

/** User text, truncated with a link to a dialog. */
export function LongText({ text, title }: LongTextProps) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  return (
    <>
      <WrittenText className="line-clamp-4 break-words whitespace-pre-line" text={text} />
      {text.length > fits && (
        <button
          type="button"
          aria-haspopup="dialog"
          className="rounded-badge text-small text-accent-ink hover:underline"
          onClick={() => open('DESCRIPTION_VIEW', { title, text })}
        >
          {t('feedback:feedback.more')}
        </button>
      )}
    </>
  );
}
