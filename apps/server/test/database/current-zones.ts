/**
 * The zones of tzdata 2025b under the names that IANA gives them today: zone.tab, which has none of
 * the old ones. So they stand for a system whose tzdata has left those out. Each line is an area
 * and its places.
 */
const areas = `
  Africa: Abidjan Accra Addis_Ababa Algiers Asmara Bamako Bangui Banjul Bissau Blantyre Brazzaville
  Africa: Bujumbura Cairo Casablanca Ceuta Conakry Dakar Dar_es_Salaam Djibouti Douala El_Aaiun
  Africa: Freetown Gaborone Harare Johannesburg Juba Kampala Khartoum Kigali Kinshasa Lagos
  Africa: Libreville Lome Luanda Lubumbashi Lusaka Malabo Maputo Maseru Mbabane Mogadishu Monrovia
  Africa: Nairobi Ndjamena Niamey Nouakchott Ouagadougou Porto-Novo Sao_Tome Tripoli Tunis Windhoek
  America: Adak Anchorage Anguilla Antigua Araguaina Argentina/Buenos_Aires Argentina/Catamarca
  America: Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza
  America: Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis
  America: Argentina/Tucuman Argentina/Ushuaia Aruba Asuncion Atikokan Bahia Bahia_Banderas Barbados
  America: Belem Belize Blanc-Sablon Boa_Vista Bogota Boise Cambridge_Bay Campo_Grande Cancun
  America: Caracas Cayenne Cayman Chicago Chihuahua Ciudad_Juarez Costa_Rica Coyhaique Creston
  America: Cuiaba Curacao Danmarkshavn Dawson Dawson_Creek Denver Detroit Dominica Edmonton Eirunepe
  America: El_Salvador Fort_Nelson Fortaleza Glace_Bay Goose_Bay Grand_Turk Grenada Guadeloupe
  America: Guatemala Guayaquil Guyana Halifax Havana Hermosillo Indiana/Indianapolis Indiana/Knox
  America: Indiana/Marengo Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes
  America: Indiana/Winamac Inuvik Iqaluit Jamaica Juneau Kentucky/Louisville Kentucky/Monticello
  America: Kralendijk La_Paz Lima Los_Angeles Lower_Princes Maceio Managua Manaus Marigot Martinique
  America: Matamoros Mazatlan Menominee Merida Metlakatla Mexico_City Miquelon Moncton Monterrey
  America: Montevideo Montserrat Nassau New_York Nome Noronha North_Dakota/Beulah
  America: North_Dakota/Center North_Dakota/New_Salem Nuuk Ojinaga Panama Paramaribo Phoenix
  America: Port-au-Prince Port_of_Spain Porto_Velho Puerto_Rico Punta_Arenas Rankin_Inlet Recife
  America: Regina Resolute Rio_Branco Santarem Santiago Santo_Domingo Sao_Paulo Scoresbysund Sitka
  America: St_Barthelemy St_Johns St_Kitts St_Lucia St_Thomas St_Vincent Swift_Current Tegucigalpa
  America: Thule Tijuana Toronto Tortola Vancouver Whitehorse Winnipeg Yakutat
  Antarctica: Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera Syowa Troll Vostok
  Arctic: Longyearbyen
  Asia: Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Atyrau Baghdad Bahrain Baku Bangkok Barnaul
  Asia: Beirut Bishkek Brunei Chita Colombo Damascus Dhaka Dili Dubai Dushanbe Famagusta Gaza Hebron
  Asia: Ho_Chi_Minh Hong_Kong Hovd Irkutsk Jakarta Jayapura Jerusalem Kabul Kamchatka Karachi
  Asia: Kathmandu Khandyga Kolkata Krasnoyarsk Kuala_Lumpur Kuching Kuwait Macau Magadan Makassar
  Asia: Manila Muscat Nicosia Novokuznetsk Novosibirsk Omsk Oral Phnom_Penh Pontianak Pyongyang
  Asia: Qatar Qostanay Qyzylorda Riyadh Sakhalin Samarkand Seoul Shanghai Singapore Srednekolymsk
  Asia: Taipei Tashkent Tbilisi Tehran Thimphu Tokyo Tomsk Ulaanbaatar Urumqi Ust-Nera Vientiane
  Asia: Vladivostok Yakutsk Yangon Yekaterinburg Yerevan
  Atlantic: Azores Bermuda Canary Cape_Verde Faroe Madeira Reykjavik South_Georgia St_Helena Stanley
  Australia: Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth
  Australia: Sydney
  Europe: Amsterdam Andorra Astrakhan Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest
  Europe: Busingen Chisinau Copenhagen Dublin Gibraltar Guernsey Helsinki Isle_of_Man Istanbul
  Europe: Jersey Kaliningrad Kirov Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Mariehamn
  Europe: Minsk Monaco Moscow Oslo Paris Podgorica Prague Riga Rome Samara San_Marino Sarajevo
  Europe: Saratov Simferopol Skopje Sofia Stockholm Tallinn Tirane Ulyanovsk Vaduz Vatican Vienna
  Europe: Vilnius Volgograd Warsaw Zagreb Zurich
  Indian: Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius Mayotte
  Indian: Reunion
  Pacific: Apia Auckland Bougainville Chatham Chuuk Easter Efate Fakaofo Fiji Funafuti Galapagos
  Pacific: Gambier Guadalcanal Guam Honolulu Kanton Kiritimati Kosrae Kwajalein Majuro Marquesas
  Pacific: Midway Nauru Niue Norfolk Noumea Pago_Pago Palau Pitcairn Pohnpei Port_Moresby Rarotonga
  Pacific: Saipan Tahiti Tarawa Tongatapu Wake Wallis`

export const currentZones: ReadonlySet<string> = new Set([
  'UTC',
  ...areas
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [area, places] = line.trim().split(': ')
      return places!.split(' ').map((place) => `${area}/${place}`)
    }),
])
