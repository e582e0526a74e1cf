import { GitMerge } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';

export type ConflictChoice = 'mine' | 'theirs';

interface ConflictField {
  key: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  /** Preselected side. */
  suggested: ConflictChoice;
}

interface ConflictPanelProps {
  fields: readonly ConflictField[];
  /** Who saved the other version, and when. */
  note?: string | undefined;
  isSaving: boolean;
  onResolve: (choices: Record<string, ConflictChoice>) => void;
  onClose: () => void;
}

/**
 * Both sides of every field that differs after somebody else saved first; choose per field or all at once (rules/panel:
 * a stale edit shows both sides).
 */
export function ConflictPanel({ fields, note, isSaving, onResolve, onClose }: ConflictPanelProps) {
  const { t } = useTranslation('form');
  const all = (choice: ConflictChoice) => Object.fromEntries(fields.map((field) => [field.key, choice]));
  const [choices, setChoices] = useState<Record<string, ConflictChoice>>(() =>
    Object.fromEntries(fields.map((field) => [field.key, field.suggested])),
  );
  return (
    <section
      role="alert"
      aria-label={t('form:conflict.title')}
      className="rounded-card border border-warn/40 bg-surface"
    >
      <header className="flex flex-wrap items-start gap-3 rounded-t-card bg-warn-soft px-4 py-3 text-warn">
        <GitMerge className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold">{t('form:conflict.title')}</h2>
          {note && <p className="font-medium text-ink">{note}</p>}
          <p className="text-ink">{t('form:conflict.text')}</p>
        </div>
        <div className="flex gap-2">
          <Button size="small" onClick={() => setChoices(all('mine'))}>
            {t('form:conflict.all-mine')}
          </Button>
          <Button size="small" onClick={() => setChoices(all('theirs'))}>
            {t('form:conflict.all-theirs')}
          </Button>
        </div>
      </header>
      <div className="divide-y divide-line-faint px-4">
        {fields.map((field) => (
          <ConflictingField
            key={field.key}
            field={field}
            chosen={choices[field.key]}
            onChoose={(side) => setChoices({ ...choices, [field.key]: side })}
          />
        ))}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line-faint px-4 py-3">
        <Button onClick={onClose}>{t('form:conflict.back')}</Button>
        <Button variant="primary" isLoading={isSaving} onClick={() => onResolve(choices)}>
          {t('form:conflict.save')}
        </Button>
      </footer>
    </section>
  );
}

interface ConflictingFieldProps {
  field: ConflictField;
  chosen: ConflictChoice | undefined;
  onChoose: (side: ConflictChoice) => void;
}

function ConflictingField({ field, chosen, onChoose }: ConflictingFieldProps) {
  const { t } = useTranslation('form');
  return (
    <fieldset className="py-3">
      <legend className="float-start mb-2 w-full font-medium">{field.label}</legend>
      <div className="clear-both grid grid-cols-2 gap-3 phone:grid-cols-1">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="flex gap-2.5 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`conflict-${field.key}`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span className="min-w-0">
              <span className="block text-small font-medium text-ink-second">
                {t(`form:conflict.${side}`)}
              </span>
              <span className="block max-h-40 overflow-y-auto break-words whitespace-pre-line">
                {field[side]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
