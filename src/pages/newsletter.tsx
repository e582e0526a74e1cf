import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const NewsletterLink = dynamic(() =>
  import('@/features/messaging/newsletter/newsletter-link').then((module) => module.NewsletterLink),
);

export default defineAuthPage(NewsletterLink, { titleKey: 'common:text-newsletter' });
