// 상품: product switches (the bits of `type`), the counterparty's ladder, what sign-up asks, who may come: age and regions.
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_AGE } from '../usual-values.ts';
import { SwitchRow } from '@maru/kit/web/desk/switch-row.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { useState } from 'react';
import { FormPart } from './form-part.tsx';
import { LinesField } from './lines-field.tsx';
import { texts } from './texts.ts';
import type { SiteForm } from './use-site-form.ts';

const products = ['futures', 'binary', 'powerball'] as const;
/** Timed products are off unless a site switches them on, region by region. */
const isTimed = (product: (typeof products)[number]) => product === 'binary' || product === 'powerball';

function Products({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const { config, set } = form;
  const noteOf = (product: (typeof products)[number]) => {
    if (product === 'futures') return t('siteedit.product.symbols', { count: config.symbols.length });
    return isTimed(product) && (config.regions?.closed.length ?? 0) === 0 ? t('siteedit.product.region') : undefined;
  };
  return (
    <FormPart title={t('siteedit.products')} aside={`type ${config.type}`}>
      {products.map((product) => (
        <SwitchRow
          key={product}
          label={t(`siteedit.product.${product}`)}
          note={noteOf(product)}
          isOn={(config.type & siteBits[product]) !== 0}
          onChange={(isOn) => set('type', isOn ? config.type | siteBits[product] : config.type & ~siteBits[product])}
        />
      ))}
      <SwitchRow
        label={t('siteedit.ladder')}
        note={t('siteedit.ladder.words')}
        isOn={config.houseLadder}
        onChange={(isOn) => set('houseLadder', isOn)}
      />
      <SwitchRow
        label={t('siteedit.affiliate')}
        note={t('siteedit.affiliate.words')}
        isOn={config.isAffiliate === true}
        onChange={(isOn) => set('isAffiliate', isOn || undefined)}
      />
    </FormPart>
  );
}

type SignUp = NonNullable<SiteConfig['signUp']>;

function SignUpPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const asks: SignUp = form.config.signUp ?? { proofs: [] };
  const put = (part: Partial<SignUp>) => form.set('signUp', { ...asks, ...part });
  const prove = (kind: SignUp['proofs'][number], isOn: boolean) =>
    put({ proofs: (['MAIL', 'SMS'] as const).filter((each) => (each === kind ? isOn : asks.proofs.includes(each))) });
  return (
    <FormPart title={t('siteedit.signup')}>
      {(['MAIL', 'SMS'] as const).map((kind) => (
        <SwitchRow
          key={kind}
          label={t(`siteedit.signup.${kind}`)}
          isOn={asks.proofs.includes(kind)}
          onChange={(isOn) => prove(kind, isOn)}
        />
      ))}
      <SwitchRow label={t('siteedit.signup.identity')} isOn={asks.asksIdentity === true} onChange={(isOn) => put({ asksIdentity: isOn })} />
      <SwitchRow
        label={t('siteedit.signup.approval')}
        isOn={asks.needsApproval === true}
        onChange={(isOn) => put({ needsApproval: isOn })}
      />
      <SwitchRow label={t('siteedit.signup.bank')} isOn={asks.asksBank === true} onChange={(isOn) => put({ asksBank: isOn })} />
      <TextField
        className="mt-3"
        label={t('siteedit.age')}
        inputMode="numeric"
        value={form.config.minAge ?? USUAL_AGE}
        help={t('siteedit.age.help')}
        onChange={(event) => form.set('minAge', Number(event.target.value.replace(/\D/g, '').slice(0, 3)))}
      />
    </FormPart>
  );
}

type Regions = NonNullable<SiteConfig['regions']>;

function RegionsPart({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const regions: Regions = form.config.regions ?? { closed: [], productsOff: {} };
  const put = (part: Partial<Regions>) => {
    const next = { ...regions, ...part };
    form.set('regions', next.closed.length === 0 && Object.keys(next.productsOff).length === 0 ? undefined : next);
  };
  const [closed, setClosed] = useState(regions.closed.join(', '));
  return (
    <FormPart title={t('siteedit.regions')}>
      <TextField
        label={t('siteedit.regions')}
        value={closed}
        help={t('siteedit.regions.help')}
        onChange={(event) => {
          setClosed(event.target.value);
          put({
            closed: [
              ...new Set(
                event.target.value
                  .toUpperCase()
                  .split(/[\s,]+/)
                  .filter(Boolean),
              ),
            ],
          });
        }}
      />
      <LinesField
        label={t('siteedit.regions.off')}
        help={t('siteedit.regions.off.help')}
        lines={Object.entries(regions.productsOff).map(([country, bits]) => `${country}=${bits}`)}
        onChange={(lines) =>
          put({
            productsOff: Object.fromEntries(
              lines.map((line) => line.split('=')).map(([country, bits]) => [country.trim().toUpperCase(), Number(bits)]),
            ),
          })
        }
      />
    </FormPart>
  );
}

export function ProductsTab({ form }: { form: SiteForm }) {
  return (
    <>
      <Products form={form} />
      <SignUpPart form={form} />
      <RegionsPart form={form} />
    </>
  );
}
