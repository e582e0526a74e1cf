import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

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
