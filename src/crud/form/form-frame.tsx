import { useTranslation } from 'next-i18next/pages';
import type { FormEvent, ReactNode } from 'react';
import { ConflictPanel } from '@/components/dialog/conflict-panel';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { StickyBar } from '@/components/page/sticky-bar';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { errorText } from '@/lib/api/errors';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import type { RecordForm } from './use-record-form';

interface FormFrameProps {
  record: RecordForm;
  title: string;
  parent?: { href: string; label: string };
  badge?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** Above the fields: tabs, a choice of language. */
  top?: ReactNode;
  /** The settings of the record, in the narrow column. */
  side?: ReactNode;
  cancelHref?: string;
  /** What saving does, where that is more than saving. */
  saveLabel?: string | undefined;
  labelOf: (key: string) => string;
  /** A field's value as the conflict view shows it. */
  textOf: (key: string, value: unknown) => ReactNode;
  children: ReactNode;
}

/** What every form stands in: title, errors, conflict view, two columns, the bar that saves (look.md). */
export function FormFrame(props: FormFrameProps) {
  const { record, title, parent, badge, actions, top, side, cancelHref, saveLabel, labelOf, textOf } = props;
  const { children } = props;
  const { t } = useTranslation(['form', 'common']);
  const wrong = Object.keys(record.form.formState.errors);
  useShortcut('KeyS', record.submit, true);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    record.submit();
  };

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="flex min-h-[calc(100dvh-5.25rem)] flex-col desk:min-h-[calc(100dvh-6.25rem)]"
    >
      <PageHeader title={title} parent={parent} badge={badge}>
        {actions}
      </PageHeader>
      {top && <div className="mt-2">{top}</div>}
      <div className="mt-4 grid gap-4 empty:hidden">
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
            isSaving={record.isSaving}
            onResolve={record.resolve}
            onClose={record.dismissConflict}
          />
        )}
      </div>
      <div
        className={`mt-4 grid flex-1 items-start gap-4 ${side ? 'desk:grid-cols-[minmax(0,1fr)_20.5rem]' : ''}`}
      >
        <div className="grid gap-4">{children}</div>
        {side && <div className="grid gap-4">{side}</div>}
      </div>
      <StickyBar
        note={
          wrong.length > 0 && (
            <span className="line-clamp-2 font-medium text-bad">
              {t('form:errors-count', { count: wrong.length, fields: wrong.map(labelOf).join(', ') })}
            </span>
          )
        }
      >
        <kbd
          className="me-1 font-[inherit] text-small text-ink-second phone:hidden pointer-coarse:hidden"
          dir="ltr"
        >
          Ctrl S
        </kbd>
        {cancelHref && <LinkButton href={cancelHref}>{t('common:button-cancel')}</LinkButton>}
        <Button type="submit" variant="primary" isLoading={record.isSaving}>
          {saveLabel ?? t('common:button-save')}
        </Button>
      </StickyBar>
    </form>
  );
}
