package normal

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// monthNames lists each language's months as they stand in dates, January first:
// spellings apart by blanks, months by bars. Names of Unicode CLDR; abbreviations only
// where they name one month. Croatian and Ukrainian stand here also for what they
// share with their neighbours and mean by another month.
var monthNames = map[string]string{
	"en": "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec",
	"de": "januar jänner jan jän|februar feber feb|märz mär mrz|april apr|mai|juni jun|juli jul|august aug|september sept sep|oktober okt|november nov|dezember dez",
	"fr": "janvier janv jan|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre sept sep|octobre oct|novembre nov|décembre déc",
	"es": "enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre setiembre sept sep set|octubre oct|noviembre nov|diciembre dic",
	"it": "gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set sett|ottobre ott|novembre nov|dicembre dic",
	"pt": "janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez",
	"nl": "januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sept sep|oktober okt|november nov|december dec",
	"pl": "styczeń stycznia sty|luty lutego lut|marzec marca mar|kwiecień kwietnia kwi|maj maja|czerwiec czerwca cze|lipiec lipca lip|sierpień sierpnia sie|wrzesień września wrz|październik października paź|listopad listopada lis|grudzień grudnia gru",
	"sv": "januari jan|februari feb|mars|april apr|maj|juni jun|juli jul|augusti aug|september sept sep|oktober okt|november nov|december dec",
	"da": "januar jan|februar feb|marts mar|april apr|maj|juni jun|juli jul|august aug|september sept sep|oktober okt|november nov|december dec",
	"no": "januar jan|februar feb|mars mar|april apr|mai|juni jun|juli jul|august aug|september sept sep|oktober okt|november nov|desember des",
	"cs": "leden ledna|únor února|březen března|duben dubna|květen května|červen června|červenec července|srpen srpna|září|říjen října|listopad listopadu|prosinec prosince",
	"sk": "január januára jan|február februára feb|marec marca mar|apríl apríla apr|máj mája|jún júna jún|júl júla|august augusta aug|september septembra sep|október októbra okt|november novembra nov|december decembra dec",
	"ru": "январь января янв|февраль февраля фев февр|март марта мар|апрель апреля апр|май мая|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сен сент|октябрь октября окт|ноябрь ноября ноя нояб|декабрь декабря дек",
	"uk": "січень січня січ|лютий лютого лют|березень березня бер|квітень квітня кві|травень травня тра|червень червня чер|липень липня лип|серпень серпня сер|вересень вересня вер|жовтень жовтня жов|листопад листопада лис|грудень грудня гру",
	"tr": "ocak oca|şubat şub|mart|nisan nis|mayıs|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara",
	"fi": "tammikuu tammikuuta|helmikuu helmikuuta|maaliskuu maaliskuuta|huhtikuu huhtikuuta|toukokuu toukokuuta|kesäkuu kesäkuuta|heinäkuu heinäkuuta|elokuu elokuuta|syyskuu syyskuuta|lokakuu lokakuuta|marraskuu marraskuuta|joulukuu joulukuuta",
	"hu": "január jan|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus aug|szeptember szept|október okt|november nov|december dec",
	"ro": "ianuarie ian|februarie feb|martie mart|aprilie apr|mai|iunie iun|iulie iul|august aug|septembrie sept|octombrie oct|noiembrie nov|decembrie dec",
	"hr": "siječanj siječnja sij|veljača veljače velj|ožujak ožujka ožu|travanj travnja tra|svibanj svibnja svi|lipanj lipnja lip|srpanj srpnja srp|kolovoz kolovoza kol|rujan rujna ruj|listopad listopada lis|studeni studenoga studenog stu|prosinac prosinca",
	"ca": "gener gen|febrer febr|març|abril abr|maig|juny|juliol jul|agost ag|setembre set|octubre oct|novembre nov|desembre des",
	"id": "januari jan|februari feb|maret mar|april apr|mei|juni jun|juli jul|agustus agu|september sep|oktober okt|november nov|desember des",
	"el": "ιανουάριος ιανουαρίου|φεβρουάριος φεβρουαρίου|μάρτιος μαρτίου|απρίλιος απριλίου|μάιος μαΐου|ιούνιος ιουνίου|ιούλιος ιουλίου|αύγουστος αυγούστου|σεπτέμβριος σεπτεμβρίου|οκτώβριος οκτωβρίου|νοέμβριος νοεμβρίου|δεκέμβριος δεκεμβρίου",
}

// weekdayNames lists each language's weekdays, Sunday first. A name may be two days
// in two languages; it then contradicts neither.
var weekdayNames = map[string]string{
	"en": "sunday sun|monday mon|tuesday tues tue|wednesday wed|thursday thurs thur thu|friday fri|saturday sat",
	"de": "sonntag so|montag mo|dienstag di|mittwoch mi|donnerstag do|freitag fr|samstag sonnabend sa",
	"fr": "dimanche dim|lundi lun|mardi mar|mercredi mer|jeudi jeu|vendredi ven|samedi sam",
	"es": "domingo dom|lunes lun|martes mar|miércoles mié|jueves jue|viernes vie|sábado sáb",
	"it": "domenica dom|lunedì lun|martedì mar|mercoledì mer|giovedì gio|venerdì ven|sabato sab",
	"pt": "domingo dom|segunda seg|terça ter|quarta qua|quinta qui|sexta sex|sábado sáb",
	"nl": "zondag zo|maandag ma|dinsdag di|woensdag wo|donderdag do|vrijdag vr|zaterdag za",
	"pl": "niedziela niedz|poniedziałek pon|wtorek wt|środa śr|czwartek czw|piątek pt|sobota sob",
	"sv": "söndag sön|måndag mån|tisdag tis|onsdag ons|torsdag tors tor|fredag fre|lördag lör",
	"da": "søndag søn|mandag man|tirsdag tirs tir|onsdag ons|torsdag tors tor|fredag fre|lørdag lør",
	"no": "søndag søn|mandag man|tirsdag tir|onsdag ons|torsdag tor|fredag fre|lørdag lør",
	"cs": "neděle ne|pondělí po|úterý út|středa st|čtvrtek čt|pátek pá|sobota so",
	"sk": "nedeľa|pondelok|utorok|streda|štvrtok|piatok|sobota",
	"ru": "воскресенье вс|понедельник пн|вторник вт|среда ср|четверг чт|пятница пт|суббота сб",
	"uk": "неділя нд|понеділок пн|вівторок вт|середа ср|четвер чт|пʼятниця пт|субота сб",
	"tr": "pazar paz|pazartesi pzt|salı sal|çarşamba çar|perşembe per|cuma cum|cumartesi cmt",
	"fi": "sunnuntai sunnuntaina su|maanantai maanantaina ma|tiistai tiistaina ti|keskiviikko keskiviikkona ke|torstai torstaina to|perjantai perjantaina pe|lauantai lauantaina la",
	"hu": "vasárnap|hétfő|kedd|szerda|csütörtök|péntek|szombat",
	"ro": "duminică|luni|marți|miercuri|joi|vineri|sâmbătă",
	"ja": "日曜日 日曜 日|月曜日 月曜 月|火曜日 火曜 火|水曜日 水曜 水|木曜日 木曜 木|金曜日 金曜 金|土曜日 土曜 土",
	"zh": "星期日 星期天 周日 週日|星期一 周一 週一|星期二 周二 週二|星期三 周三 週三|星期四 周四 週四|星期五 周五 週五|星期六 周六 週六",
	"ko": "일요일 일|월요일 월|화요일 화|수요일 수|목요일 목|금요일 금|토요일 토",
}

// readCalendar gives the names of months and of weekdays: by the key of a name and by
// language, the month from 1 and the weekday from Sunday, 0.
var readCalendar = sync.OnceValues(func() (months, weekdays map[string]map[string]int) {
	return byName(monthNames, 1), byName(weekdayNames, 0)
})

func byName(table map[string]string, first int) map[string]map[string]int {
	all := map[string]map[string]int{}
	for language, names := range table {
		for i, one := range strings.Split(names, "|") {
			for name := range strings.FieldsSeq(one) {
				name = key(name)
				if all[name] == nil {
					all[name] = map[string]int{}
				}
				all[name][language] = first + i
			}
		}
	}
	return all
}

// monthOf gives the month of a name in a language; when the language has no such
// name, the month it is in all that have it; 0: none, or not one.
func monthOf(name, language string) int {
	months, _ := readCalendar()
	in := months[key(name)]
	if month := in[language]; month != 0 {
		return month
	}
	month := 0
	for _, other := range in {
		if month != 0 && other != month {
			return 0
		}
		month = other
	}
	return month
}

// weekdaysOf gives the days of the week that a name may be in a language; one that
// the language does not have, in any. Abbreviations are taken only from the page's
// language and from English, whose three letters stand in RFC 5322: "do" is Thursday,
// Sunday and "until".
func weekdaysOf(name, language string) (days [7]bool, ok bool) {
	_, weekdays := readCalendar()
	in := weekdays[key(name)]
	for _, own := range []string{language, "en"} {
		if day, ok := in[own]; ok {
			days[day] = true
			return days, true
		}
	}
	if first, _ := utf8.DecodeRuneInString(name); utf8.RuneCountInString(name) < 4 && first < '\u3000' {
		return days, false
	}
	for _, day := range in {
		days[day] = true
	}
	return days, len(in) > 0
}

// dotsDayFirst says whether a language writes dates of numbers with dots, the day first.
func dotsDayFirst(language string) bool {
	switch language {
	case "de", "pl", "cs", "sk", "ru", "uk", "be", "bg", "no", "da", "fi", "et", "lv", "tr", "ro", "hr", "sl", "sr", "mk", "bs", "is":
		return true
	}
	return false
}
