import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Me } from '@/contract/accounts/auth';
import type { PartForm } from '@/lib/form/use-part-form';

export interface SectionProps {
  me: Me;
  /** Called when unsaved input appears or disappears. */
  onDirty: (isDirty: boolean) => void;
}

interface SectionFormProps {
  title: string;
  text?: string;
  part: PartForm;
  /** Label of the button; «save» by default. */
  submitLabel?: string;
  children: ReactNode;
  /** Rendered below the form, because forms cannot be nested. */
  after?: ReactNode;
}

/** A section of the profile with its own save button. */
export function SectionForm({ title, text, part, submitLabel, children, after }: SectionFormProps) {
  const { t } = useTranslation('common');
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
