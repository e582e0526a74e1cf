import { CloudOff } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { ConflictPanel } from '@/components/dialog/conflict-panel';
import { DraftNote, DraftTime } from '@/components/form/draft-note';
import { useIsEditable } from '@/components/form/editable';
import { ErrorLinks } from '@/components/form/error-links';
import { type FieldPlace, topLevelKey, wrongPaths } from '@/components/form/form-errors';
import { goToField } from '@/components/form/go-to-field';
import { useLockedFields } from '@/components/form/use-locked-fields';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { errorText } from '@/lib/api/errors';
import type { RecordForm } from '@/lib/form/use-record-form';
import { formatDateTime } from '@/lib/format/format';
import { useHashTarget } from '@/lib/hooks/use-hash-target';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useMe } from '@/lib/session/me';

interface FormFrameProps {
  record: RecordForm;
  title: string;
  parent?: { href: string; label: string };
  badge?: ReactNode;
  /** At the end of the title line. */
  actions?: ReactNode;
  /** Above the fields: tabs, a language picker. */
  top?: ReactNode;
  /** The narrow column next to the fields. */
  side?: ReactNode;
  cancelHref?: string;
  /** At the start of the bar, while nothing is wrong. */
  note?: ReactNode;
  /** Label of the submit button when it does more than save. */
  saveLabel?: string | undefined;
  /** Replaces the submit button where there is more than one way to save. */
  saveButtons?: ReactNode;
  /** What Ctrl+S and Enter do instead of submitting. */
  onSave?: (() => void) | undefined;
  /** Number of errors under a key whose value is more than one field; 1 by default. */
  errorsOf?: (key: string) => number;
  labelOf: (key: string) => string;
  /** Where the field of a path stands, for the list of errors; a form without headings needs none. */
  placeOf?: ((path: string) => FieldPlace) | undefined;
  /** A field's value as the conflict panel shows it. */
  textOf: (key: string, value: unknown) => ReactNode;
  children: ReactNode;
}

/** The frame of every form: title, errors, conflict panel, two columns and the sticky save bar. */
export function FormFrame(props: FormFrameProps) {
  const { record, title, parent, badge, actions, top, side, note, children } = props;
  const { labelOf, placeOf, textOf, errorsOf = () => 1, onSave = record.submit } = props;
  const frame = useRef<HTMLFormElement>(null);
  const wrong = wrongPaths(record.form.formState.errors);
  const count = wrong.reduce((sum, path) => sum + errorsOf(topLevelKey(path)), 0);
  const places = wrong.map((path) => ({
    label: labelOf(topLevelKey(path)),
    path,
    ...placeOf?.(path),
  }));
  const isEditable = useIsEditable();
  const fields = useLockedFields(!isEditable);
  useHashTarget();
  useShortcut('KeyS', record.isWaiting || !isEditable ? undefined : onSave, true);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isEditable) onSave();
  };

  return (
    <form
      ref={frame}
      noValidate
      onSubmit={handleSubmit}
      className="flex min-h-[calc(100dvh-5.25rem)] flex-col desk:min-h-[calc(100dvh-6.25rem)]"
    >
      <PageHeader title={title} parent={parent} badge={badge}>
        <DraftTime draft={record.draft} />
        {actions}
      </PageHeader>
      {top && <div className="mt-2 empty:hidden">{top}</div>}
      <DraftNote draft={record.draft} />
      <FormProblems record={record} labelOf={labelOf} textOf={textOf} />
      <div
        ref={fields}
        // Input is locked while a save waits for the server.
        inert={record.isWaiting}
        className={`mt-4 grid flex-1 content-start items-start gap-4 ${isEditable ? '' : lockedLook} ${side ? 'desk:grid-cols-[minmax(0,1fr)_20.5rem]' : ''}`}
      >
        <div className="grid gap-4">{children}</div>
        {/* As high as its content, so that its last part can stick to the bottom. */}
        {side && <div className="flex min-w-0 flex-col gap-4 self-stretch">{side}</div>}
      </div>
      {isEditable && (
        <StickyBar
          note={
            wrong.length > 0 ? (
              <ErrorLinks
                count={count}
                places={places}
                onGo={(path) => frame.current && goToField(frame.current, record.form, path)}
              />
            ) : (
              note
            )
          }
        >
          <SaveButtons {...props} />
        </StickyBar>
      )}
    </form>
  );
}

/** Fields of a read-only record: sunken, without tools, upload areas and the placeholders of empty pickers. */
const lockedLook =
  '[&_:is(input,textarea)[readonly]]:bg-sunken [&_input]:placeholder:text-transparent ' +
  '[&_:is([role=toolbar],button[aria-label]:disabled,:has(>input[type=file]))]:hidden';

export type FormProblemsProps = Pick<FormFrameProps, 'record' | 'labelOf' | 'textOf'>;

/** Messages above the fields: outage, error, edit conflict. */
export function FormProblems({ record, labelOf, textOf }: FormProblemsProps) {
  const { t, i18n } = useTranslation('form');
  const { data: me } = useMe();
  const { changed } = record;
  const changeNote =
    changed &&
    t(`form:conflict.${changed.by.id === me?.id ? 'changed-by-you' : 'changed'}`, {
      name: changed.by.name,
      date: formatDateTime(changed.at, i18n.language),
    });
  return (
    <div className="mt-4 grid gap-4 empty:hidden">
      {record.isWaiting && <OutageNote onRetry={record.submit} />}
      {record.error && (
        <ErrorBanner
          text={errorText(t, record.error)}
          requestId={record.error.requestId}
          onClose={record.dismissError}
        />
      )}
      {record.differences && (
        <ConflictPanel
          fields={record.differences.map(({ key, mine, theirs, suggested }) => ({
            key,
            label: labelOf(key),
            mine: textOf(key, mine),
            theirs: textOf(key, theirs),
            suggested,
          }))}
          note={changeNote}
          isSaving={record.isSaving}
          onResolve={record.resolve}
          onClose={record.dismissConflict}
        />
      )}
    </div>
  );
}

type SaveButtonsProps = Pick<FormFrameProps, 'record' | 'cancelHref' | 'saveLabel' | 'saveButtons'>;

function SaveButtons({ record, cancelHref, saveLabel, saveButtons }: SaveButtonsProps) {
  const { t } = useTranslation('common');
  return (
    <>
      <kbd
        className="me-1 font-[inherit] text-small text-ink-second phone:hidden pointer-coarse:hidden"
        dir="ltr"
      >
        Ctrl S
      </kbd>
      {cancelHref && (
        // Two submit buttons fill the bar on a phone; there the title leads back.
        <LinkButton href={cancelHref} className={saveButtons ? 'phone:hidden' : ''}>
          {t('common:button-cancel')}
        </LinkButton>
      )}
      {saveButtons ?? (
        <Button type="submit" variant="primary" isLoading={record.isSaving}>
          {saveLabel ?? t('common:button-save')}
        </Button>
      )}
    </>
  );
}

/** Announces that a save waits for the server. */
function OutageNote({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('form');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warn/40 bg-warn-soft px-4 py-3"
    >
      <CloudOff className="size-4.5 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60">{t('form:outage.waiting')}</p>
      <Button size="small" onClick={onRetry}>
        {t('form:outage.now')}
      </Button>
    </div>
  );
}

/** The sticky bar at the bottom of a form: errors at the start, actions at the end. */
function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="save-bar sticky bottom-0 z-10 -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface/90 px-4 py-2.5 backdrop-blur desk:-mx-6 desk:-mb-6 desk:px-6">
      <div className="min-w-0 flex-1 phone:basis-full" aria-live="polite">
        {note}
      </div>
      <div className="flex items-center gap-2 phone:flex-1 phone:[&>*:last-child]:flex-1">{children}</div>
    </div>
  );
}
