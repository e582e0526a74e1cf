import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const VerifyLicense = dynamic(() =>
  import('@/features/accounts/auth/verify-license').then((module) => module.VerifyLicense),
);

export default defineAuthPage(VerifyLicense, { titleKey: 'common:text-verify-license' });
