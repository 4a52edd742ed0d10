// The names that Windows and Outlook give to time zones, from CLDR windowsZones.xml (territory 001).
const table = `Dateline Standard Time=Etc/GMT+12|UTC-11=Etc/GMT+11|Hawaiian Standard Time=Pacific/Honolulu
Alaskan Standard Time=America/Anchorage|Pacific Standard Time=America/Los_Angeles|US Mountain Standard Time=America/Phoenix
Pacific Standard Time (Mexico)=America/Tijuana|Mountain Standard Time=America/Denver|Mountain Standard Time (Mexico)=America/Mazatlan
Central America Standard Time=America/Guatemala|Central Standard Time=America/Chicago|Central Standard Time (Mexico)=America/Mexico_City
Canada Central Standard Time=America/Regina|SA Pacific Standard Time=America/Bogota|Eastern Standard Time=America/New_York
US Eastern Standard Time=America/Indiana/Indianapolis|Eastern Standard Time (Mexico)=America/Cancun|Venezuela Standard Time=America/Caracas
Paraguay Standard Time=America/Asuncion|Atlantic Standard Time=America/Halifax|Central Brazilian Standard Time=America/Cuiaba
SA Western Standard Time=America/La_Paz|Pacific SA Standard Time=America/Santiago|Newfoundland Standard Time=America/St_Johns
E. South America Standard Time=America/Sao_Paulo|Argentina Standard Time=America/Argentina/Buenos_Aires|SA Eastern Standard Time=America/Cayenne
Greenland Standard Time=America/Nuuk|Montevideo Standard Time=America/Montevideo|Bahia Standard Time=America/Bahia
UTC-02=Etc/GMT+2|Mid-Atlantic Standard Time=Etc/GMT+2|Azores Standard Time=Atlantic/Azores|Cape Verde Standard Time=Atlantic/Cape_Verde
UTC=Etc/UTC|Coordinated Universal Time=Etc/UTC|Morocco Standard Time=Africa/Casablanca|GMT Standard Time=Europe/London|Greenwich Mean Time=Europe/London
British Summer Time=Europe/London|Greenwich Standard Time=Atlantic/Reykjavik|W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest|Romance Standard Time=Europe/Paris|Central European Standard Time=Europe/Warsaw
Western/Central Europe=Europe/Berlin|W. Central Africa Standard Time=Africa/Lagos|Namibia Standard Time=Africa/Windhoek
Jordan Standard Time=Asia/Amman|GTB Standard Time=Europe/Bucharest|Middle East Standard Time=Asia/Beirut|Egypt Standard Time=Africa/Cairo
Syria Standard Time=Asia/Damascus|South Africa Standard Time=Africa/Johannesburg|FLE Standard Time=Europe/Kiev|Turkey Standard Time=Europe/Istanbul
Israel Standard Time=Asia/Jerusalem|E. Europe Standard Time=Europe/Chisinau|Kaliningrad Standard Time=Europe/Kaliningrad|Libya Standard Time=Africa/Tripoli
Arabic Standard Time=Asia/Baghdad|Arab Standard Time=Asia/Riyadh|Belarus Standard Time=Europe/Minsk|Russian Standard Time=Europe/Moscow
E. Africa Standard Time=Africa/Nairobi|Iran Standard Time=Asia/Tehran|Arabian Standard Time=Asia/Dubai|Azerbaijan Standard Time=Asia/Baku
Mauritius Standard Time=Indian/Mauritius|Georgian Standard Time=Asia/Tbilisi|Caucasus Standard Time=Asia/Yerevan|Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent|Pakistan Standard Time=Asia/Karachi|India Standard Time=Asia/Kolkata|Sri Lanka Standard Time=Asia/Colombo
Nepal Standard Time=Asia/Kathmandu|Central Asia Standard Time=Asia/Bishkek|Bangladesh Standard Time=Asia/Dhaka|Ekaterinburg Standard Time=Asia/Yekaterinburg
Myanmar Standard Time=Asia/Yangon|SE Asia Standard Time=Asia/Bangkok|N. Central Asia Standard Time=Asia/Novosibirsk|China Standard Time=Asia/Shanghai
North Asia Standard Time=Asia/Krasnoyarsk|Singapore Standard Time=Asia/Singapore|W. Australia Standard Time=Australia/Perth|Taipei Standard Time=Asia/Taipei
Ulaanbaatar Standard Time=Asia/Ulaanbaatar|North Asia East Standard Time=Asia/Irkutsk|Tokyo Standard Time=Asia/Tokyo|Korea Standard Time=Asia/Seoul
Cen. Australia Standard Time=Australia/Adelaide|AUS Central Standard Time=Australia/Darwin|E. Australia Standard Time=Australia/Brisbane
AUS Eastern Standard Time=Australia/Sydney|West Pacific Standard Time=Pacific/Port_Moresby|Tasmania Standard Time=Australia/Hobart
Yakutsk Standard Time=Asia/Yakutsk|Central Pacific Standard Time=Pacific/Guadalcanal|Vladivostok Standard Time=Asia/Vladivostok
New Zealand Standard Time=Pacific/Auckland|Fiji Standard Time=Pacific/Fiji|UTC+12=Etc/GMT-12|Magadan Standard Time=Asia/Magadan
Kamchatka Standard Time=Asia/Kamchatka|Tonga Standard Time=Pacific/Tongatapu|Samoa Standard Time=Pacific/Apia
Brussels, Copenhagen, Madrid, Paris=Europe/Brussels|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna=Europe/Berlin
Amsterdam, Berlin, Bern, Rom, Stockholm, Wien=Europe/Berlin|Bruxelles, Copenhague, Madrid, Paris=Europe/Paris
Brussel, Kopenhagen, Madrid, Parijs=Europe/Brussels|Amsterdam, Berlijn, Bern, Rome, Stockholm, Wenen=Europe/Amsterdam
Belgrade, Bratislava, Budapest, Ljubljana, Prague=Europe/Budapest|Sarajevo, Skopje, Warsaw, Zagreb=Europe/Warsaw
Dublin, Edinburgh, Lisbon, London=Europe/London|Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London=Europe/London
Eastern Time (US & Canada)=America/New_York|Central Time (US & Canada)=America/Chicago|Mountain Time (US & Canada)=America/Denver
Pacific Time (US & Canada)=America/Los_Angeles|Pacific Time (US & Canada), Tijuana=America/Los_Angeles|Canberra, Melbourne, Sydney=Australia/Sydney
Bangkok, Hanoi, Jakarta=Asia/Bangkok|Athens, Bucharest=Europe/Bucharest|Athens, Bucharest, Istanbul=Europe/Bucharest
Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius=Europe/Helsinki|Moscow, St. Petersburg=Europe/Moscow|Istanbul=Europe/Istanbul
Atlantic Time (Canada)=America/Halifax|Brasilia=America/Sao_Paulo|Osaka, Sapporo, Tokyo=Asia/Tokyo|Cairo=Africa/Cairo
Beijing, Chongqing, Hong Kong, Urumqi=Asia/Shanghai|Chennai, Kolkata, Mumbai, New Delhi=Asia/Kolkata|Jerusalem=Asia/Jerusalem
Eastern=America/New_York|US-Eastern=America/New_York`

/** Windows name in small letters → IANA name. */
export const windowsZones: ReadonlyMap<string, string> = new Map(
  table.split(/[|\n]/).map((entry) => {
    const equals = entry.lastIndexOf("=")
    return [entry.slice(0, equals).toLowerCase(), entry.slice(equals + 1)]
  }),
)
