import { WrittenText } from '@/components/ui/written-text';
import { useModalActions } from '@/state/modal';

interface LongTextProps {
  text: string;
  /** Of the dialog that shows all of it. */
  title: string;
  moreLabel: string;
}

/** More than four lines of a cell hold about so much. */
const fits = 260;

/** A text that people wrote, its beginning where it is long. */
export function LongText({ text, title, moreLabel }: LongTextProps) {
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
          {moreLabel}
        </button>
      )}
    </>
  );
}
