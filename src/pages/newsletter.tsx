import { AuthLayout } from '@/shell/auth-layout';
import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const NewsletterLink = dynamic(() =>
  import('@/features/messaging/newsletter/newsletter-link').then((module) => module.NewsletterLink),
);

export default function NewsletterPage() {
  return (
    <AuthLayout>
      <NewsletterLink />
    </AuthLayout>
  );
}

NewsletterPage.titleKey = 'common:text-newsletter';
