import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const RegisterForm = dynamic(() =>
  import('@/features/accounts/auth/register-form').then((module) => module.RegisterForm),
);

export default function RegisterPage() {
  return (
    <AuthLayout>
      <RegisterForm />
    </AuthLayout>
  );
}

RegisterPage.titleKey = 'common:admin-register-title';
