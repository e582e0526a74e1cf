import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const VerifyLicense = lazy(() => import('@/features/accounts/auth/verify-license'), 'VerifyLicense');

export default defineAuthPage(VerifyLicense, { titleKey: 'common:text-verify-license' });
