/** Countries offered for an address (ISO 3166-1): the neighbours first, then those that artists tour. Another one stays. */
export const countries: readonly string[] =
  `BE FR NL LU DE CH GB IE ES PT IT AT DK SE NO FI IS PL CZ SK HU SI HR RS BA ME MK AL GR BG RO MD UA LT LV EE MT CY MC LI
   AD SM TR GE AM CA US MX BR AR CL CO PE CU HT MA DZ TN LY EG SN ML BF CI GH TG BJ NE NG CM TD GA CG CD RW BI KE TZ ZA MG
   MU RE LB SY IL PS JO IQ IR IN CN JP KR TW VN TH AU NZ`
    .split(/\s+/)
    .filter(Boolean)
