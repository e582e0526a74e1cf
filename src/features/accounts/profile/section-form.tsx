import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Me } from '@/contract/accounts/auth';
import type { PartForm } from '@/crud/form/use-part-form';

/** What every section is given. */
export interface SectionProps {
  me: Me;
  /** Told when something was typed that is not saved yet. */
  onDirty: (isDirty: boolean) => void;
}

interface SectionFormProps {
  title: string;
  text?: string;
  part: PartForm;
  /** Instead of "save". */
  submitLabel?: string;
  children: ReactNode;
  /** Below the form: a form cannot stand in a form. */
  after?: ReactNode;
}

/** A section of the profile that is saved by itself. */
export function SectionForm({ title, text, part, submitLabel, children, after }: SectionFormProps) {
  const { t } = useTranslation('form');
  return (
    <Card title={title} text={text}>
      <form
        noValidate
        onSubmit={part.submit}
        aria-label={title}
        className="grid items-start gap-4 @2xl:grid-cols-2"
      >
        {children}
        <div className="col-span-full grid gap-4">
          {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
          <div>
            <Button type="submit" variant="primary" isLoading={part.isSending} disabled={!part.isDirty}>
              {submitLabel ?? t('common:button-save')}
            </Button>
          </div>
        </div>
      </form>
      {after}
    </Card>
  );
}
