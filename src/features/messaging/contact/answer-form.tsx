import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import { Card } from '@/components/ui/card';
import { api } from '@/lib/api/client';
import { contactFamilies } from './use-contact-call';

/** Writes the answer, which goes out as an e-mail. */
export function AnswerForm({ message }: { message: { id: number; version: number; email: string } }) {
  const { t } = useTranslation('messaging');
  const { id, version, email } = message;
  return (
    <Card>
      <ActionForm
        id="contact"
        look="plain"
        confirmLabel={t('messaging:contact.send')}
        values={{ answer: '' }}
        fields={[
          {
            name: 'answer',
            kind: 'text',
            label: t('messaging:contact.answer'),
            hint: t('messaging:contact.answer-hint', { email }),
            rows: 6,
            maxLength: 5000,
            isRequired: true,
            emptyError: 'error-answer-required',
          },
        ]}
        send={({ answer }) => api.post(`contact-messages/${id}/answer`, { answer, version })}
        done={t('messaging:contact.sent')}
        refresh={contactFamilies}
        onDone={() => undefined}
      />
    </Card>
  );
}
