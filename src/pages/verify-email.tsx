import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const VerifyEmail = dynamic(() =>
  import('@/features/accounts/auth/verify-email').then((module) => module.VerifyEmail),
);

export default defineAuthPage(VerifyEmail, { titleKey: 'common:text-verify-email' });
